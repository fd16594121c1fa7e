import * as z from "zod";
import { id } from "../../../platform/validation/schema.ts";

/** The accepted MIME types by content, and the file extension for each. */
export const evidenceTypes = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/heic": "heic",
  "image/heif": "heif",
} as const;

/** The largest photo, in bytes: 10 MB. */
export const maxEvidenceBytes = 10 * 1024 * 1024;

export const onePhoto = z.strictObject({ evidenceId: id });
