import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { isAdmin } from "../../../api/procedures.ts";
import { forPrograms, type SignedInContext, streamAdapter } from "../../../api/rest.ts";
import type { ErrorCode } from "../../../errors.ts";
import { requestError } from "../../../errors.ts";
import { scarceBytes } from "../../../platform/files/diskSpace.ts";
import { receiveUpload, type UploadRules } from "../../../platform/files/receive.ts";
import { sendFile, sendWithoutMetadata } from "../../../platform/files/send.ts";
import { finesError } from "../errors.ts";
import { fineById } from "../service.ts";
import { evidenceTypes, maxEvidenceBytes } from "./schema.ts";
import { addEvidence, photoById, photoFor } from "./service.ts";

const refusals = {
  empty: "evidence.no_file",
  too_large: "evidence.too_large",
  wrong_type: "evidence.wrong_type",
  archive: "evidence.archive",
  too_many_dots: "evidence.too_many_dots",
  broken: "evidence.broken",
  cut_off: "evidence.cut_off",
} as const;

const rules: UploadRules = {
  maxBytes: maxEvidenceBytes,
  leaves: scarceBytes,
  types: evidenceTypes,
  refusal: (why) =>
    why === "no_room"
      ? requestError("server.full", { field: "file" })
      : finesError(refusals[why], { field: "file" }),
};

async function receivePhoto(ctx: SignedInContext, request: FastifyRequest) {
  const { fineId = "" } = request.params as Record<string, string>;
  fineById(ctx.db, fineId);
  const by = { ...ctx.by, accountId: ctx.account.id };
  return receiveUpload(ctx, request.raw, rules, (file) => {
    const { id, fileName, size } = addEvidence(ctx.db, by, fineId, file, ctx.now());
    return { message: "Photo added", id, fineId, fileName, size };
  });
}

const refused: ErrorCode[] = [
  "fines.unknown",
  "evidence.too_many",
  "server.full",
  ...Object.values(refusals),
];

export const rest = forPrograms([
  streamAdapter("POST /admin/fines/:fineId/evidence", {
    summary: "Adds a photo of what a fine is for: JPEG, PNG, WebP or HEIC, up to 10 MB.",
    streams: "upload",
    admission: { for: "Admin" },
    answer: z.strictObject({
      message: z.string(),
      id: z.string(),
      fineId: z.string(),
      fileName: z.string(),
      size: z.int(),
    }),
    errors: refused,
    handle: receivePhoto,
  }),
  streamAdapter("GET /fine-evidence/:evidenceId/file", {
    summary:
      "A photo of what a fine is for. Admins get it as it was sent, and the person who was fined without its metadata, until the fine is withdrawn.",
    streams: "download",
    admission: { for: "Resident" },
    answer: z.file(),
    errors: ["evidence.unknown"],
    handle: async (ctx, request, reply) => {
      const { evidenceId = "" } = request.params as Record<string, string>;
      const { account, config, db } = ctx;
      return isAdmin(account)
        ? sendFile(reply, config.uploads, photoById(db, evidenceId))
        : sendWithoutMetadata(reply, config.uploads, photoFor(db, account.id, evidenceId));
    },
  }),
]);
