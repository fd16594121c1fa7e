import { open } from "node:fs/promises";
import { join } from "node:path";
import contentDisposition from "content-disposition";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { AppError } from "../../errors.ts";
import {
  FileRefused,
  forgetFile,
  harmlessName,
  nameFile,
  receiveFile,
} from "../../platform/files/files.ts";
import { readUpload } from "../../platform/files/multipart.ts";
import { streamAdapter } from "../../rest.ts";
import { admits, admitsOnly, type Context, isAdmin } from "../../trpc.ts";
import { fineOf } from "../fines/service.ts";
import { maxProofBytes, proofTypes } from "./schema.ts";
import { addProof, proofById } from "./service.ts";

const answer = z.strictObject({
  message: z.string(),
  id: z.string(),
  fineId: z.string(),
  fileName: z.string(),
  size: z.int(),
});

/** What multipart adds around the file: boundaries, part headers, the other parts. */
const wrappingBytes = 64 * 1024;

const refusals = {
  empty: "proofs.no_file",
  too_large: "proofs.too_large",
  wrong_type: "proofs.wrong_type",
  archive: "proofs.archive",
  too_many_dots: "proofs.too_many_dots",
} as const;

async function receiveProof(ctx: Context, request: FastifyRequest) {
  // Only the resident themselves: a proof is theirs to give, and belongs to one fine of theirs.
  const { id: residentId } = admitsOnly("Resident", ctx.account);
  const { residentId: named, fineId = "" } = request.params as Record<string, string>;
  if (named !== undefined && named !== residentId) throw new AppError("auth.not_yours");
  fineOf(ctx.db, residentId, fineId);
  if (Number(request.headers["content-length"] ?? 0) > maxProofBytes + wrappingBytes)
    throw new AppError("proofs.too_large", { field: "file" });

  const { uploads } = ctx.config;
  const { kept, fileName } = await readUpload(request.raw, {
    maxBytes: maxProofBytes,
    refusals: { noFile: "proofs.no_file", cutOff: "proofs.cut_off" },
    keep: (file) => receiveFile(file, uploads, { maxBytes: maxProofBytes, types: proofTypes }),
    discard: ({ storedName }) => forgetFile(uploads, storedName),
  }).catch((error) => {
    throw error instanceof FileRefused
      ? new AppError(refusals[error.why], { field: "file" })
      : error;
  });

  const file = { ...kept, fileName: harmlessName(fileName, "payment proof") };
  let noted = false;
  try {
    const proof = addProof(ctx.db, ctx.by, { residentId, fineId }, file, ctx.now());
    noted = proof.kept;
    if (noted) await nameFile(uploads, file.storedName);
    const { id, size } = proof;
    return { message: "File uploaded successfully", id, fineId, fileName: proof.fileName, size };
  } finally {
    if (!noted) await forgetFile(uploads, file.storedName);
  }
}

export const proofsRest = [
  streamAdapter("POST /admin/resident/:residentId/:fineId/upload", {
    summary: "Sends a payment proof for a fine of one's own (the path known clients call).",
    streams: "upload",
    answer,
    handle: receiveProof,
  }),
  streamAdapter("POST /resident/fines/:fineId/payment-proof", {
    summary:
      "Sends a payment proof for a fine of one's own: PDF, JPEG, PNG, WebP or HEIC, up to 10 MB.",
    streams: "upload",
    answer,
    handle: receiveProof,
  }),
  streamAdapter("GET /payment-proofs/:proofId/file", {
    summary: "The file of a payment proof, for whoever sent it and for admins.",
    streams: "download",
    answer: z.file(),
    handle: async (ctx, request, reply) => {
      admits("Resident", ctx.account);
      const { proofId = "" } = request.params as Record<string, string>;
      const uploadedBy = isAdmin(ctx.account) ? null : (ctx.account?.id ?? "");
      const proof = proofById(ctx.db, proofId, uploadedBy);
      // Opened before anything is said of it: a file that is gone is then answered in our words.
      const file = await open(join(ctx.config.uploads, proof.storedName));
      // Never shown inside our own page: saved, not sniffed, and without any right to run.
      return reply
        .headers({
          "content-type": proof.mimeType,
          "content-length": proof.size,
          "content-disposition": contentDisposition(proof.fileName, { type: "attachment" }),
          "content-security-policy": "sandbox; default-src 'none'",
          "cache-control": "private, no-store",
        })
        .send(file.createReadStream());
    },
  }),
];
