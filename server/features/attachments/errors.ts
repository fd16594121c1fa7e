import { errorsOf } from "../../errors.ts";
import {
  type AttachmentRefusal,
  attachmentRefusals,
  type KindName,
  refusalWords,
} from "./schema.ts";

const make = errorsOf({
  "attachments.no_file": `400 ${attachmentRefusals.no_file}`,
  "attachments.too_large": `413 ${attachmentRefusals.too_large}`,
  "attachments.wrong_type": `415 ${attachmentRefusals.wrong_type}`,
  "attachments.archive": `415 ${attachmentRefusals.archive}`,
  "attachments.too_many_dots": `413 ${attachmentRefusals.too_many_dots}`,
  "attachments.broken": `415 ${attachmentRefusals.broken}`,
  "attachments.says_where": `415 ${attachmentRefusals.says_where}`,
  "attachments.cut_off": `400 ${attachmentRefusals.cut_off}`,
  "attachments.too_many": `409 ${attachmentRefusals.too_many}`,
  "attachments.unknown": `404 ${attachmentRefusals.unknown}`,
});

/** A refusal in the words of its kind. */
export const attachmentsError = (kind: KindName, why: AttachmentRefusal, mimeType?: string) =>
  make(`attachments.${why}`, {
    message: refusalWords(kind, why, mimeType),
    ...(why !== "unknown" && why !== "too_many" && { field: "file" }),
  });
