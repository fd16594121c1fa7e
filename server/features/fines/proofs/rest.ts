import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Once } from "../../../api/duplicateRequests.ts";
import { isAdmin } from "../../../api/procedures.ts";
import { forPrograms, type SignedInContext, streamAdapter } from "../../../api/rest.ts";
import type { Db } from "../../../database/open.ts";
import type { ErrorCode } from "../../../errors.ts";
import { requestError } from "../../../errors.ts";
import { accountEver } from "../../../platform/auth/accounts.ts";
import { authError } from "../../../platform/auth/errors.ts";
import { scarceBytes } from "../../../platform/files/diskSpace.ts";
import { receiveUpload, type UploadRules } from "../../../platform/files/receive.ts";
import { sendFile } from "../../../platform/files/send.ts";
import { finesError } from "../errors.ts";
import { fineOf, fineTotalsOf, isFine, onlyUnpaidFineOf } from "../service.ts";
import { maxProofBytes, proofTypes } from "./schema.ts";
import { addProof, proofById } from "./service.ts";

const answer = z.strictObject({
  message: z.string(),
  id: z.string(),
  fineId: z.string(),
  fileName: z.string(),
  size: z.int(),
});

const refusals = {
  empty: "proofs.no_file",
  too_large: "proofs.too_large",
  wrong_type: "proofs.wrong_type",
  archive: "proofs.archive",
  too_many_dots: "proofs.too_many_dots",
  broken: "proofs.broken",
  cut_off: "proofs.cut_off",
} as const;

const refusal: UploadRules["refusal"] = (why) =>
  why === "no_room"
    ? requestError("server.full", { field: "file" })
    : finesError(refusals[why], { field: "file" });

/** Only the resident who was fined may upload a proof, not even an admin. */
const theirs = { for: "Resident", only: true } as const;

/**
 * The fine that a proof is for. One existing client always sends the same two ids, which do not
 * exist. For it, this is the resident's only unpaid fine, looked up after the upload.
 * @throws auth.not_yours, fines.unknown; the returned function throws proofs.which_fine
 */
function fineMeant(db: Db, residentId: string, params: unknown): () => string {
  const { residentId: named, fineId = "" } = params as Record<string, string>;
  if (named !== undefined && !accountEver(db, named) && !isFine(db, fineId))
    return () => {
      const only = onlyUnpaidFineOf(db, residentId);
      if (only) return only;
      const count = fineTotalsOf(db, residentId, "Unpaid").count;
      throw finesError("proofs.which_fine", { message: whereToSend(count) });
    };
  if (named !== undefined && named !== residentId) throw authError("auth.not_yours");
  fineOf(db, residentId, fineId);
  return () => fineId;
}

const whereToSend = (unpaid: number): string =>
  `You have ${unpaid === 0 ? "no unpaid fine" : `${unpaid} unpaid fines`}, so it is not clear which fine this proof is for. Choose the fine in your list and send it there: POST /api/property/resident/fines/{fineId}/payment-proof.`;

async function receiveProof(
  ctx: SignedInContext,
  request: FastifyRequest,
  _reply: FastifyReply,
  once: Once,
) {
  const { id: residentId } = ctx.account;
  const fine = fineMeant(ctx.db, residentId, request.params);
  return receiveUpload(
    ctx,
    request.raw,
    { maxBytes: maxProofBytes, leaves: scarceBytes, types: proofTypes, refusal },
    (file, settle) =>
      once({ sha256: file.sha256, fileName: file.fileName }, async (by) => {
        const proof = addProof(ctx.db, by, { residentId, fineId: fine() }, file, ctx.now());
        await settle();
        const { id, fineId, fileName, size } = proof;
        return { message: "File uploaded successfully", id, fineId, fileName, size };
      }),
  );
}

const refused: ErrorCode[] = [
  "auth.not_yours",
  "fines.unknown",
  "proofs.too_many",
  "server.full",
  ...Object.values(refusals),
];

export const rest = forPrograms([
  streamAdapter("POST /admin/resident/:residentId/:fineId/upload", {
    summary:
      "Sends a payment proof for your own fine (the path known clients call). If neither id exists, the proof is for your only unpaid fine; if you have none or several, the answer is 409.",
    streams: "upload",
    creates: true,
    admission: theirs,
    answer,
    errors: ["proofs.which_fine", ...refused],
    handle: receiveProof,
  }),
  streamAdapter("POST /resident/fines/:fineId/payment-proof", {
    summary: "Sends a payment proof for your own fine: PDF, JPEG, PNG, WebP or HEIC, up to 10 MB.",
    streams: "upload",
    creates: true,
    admission: theirs,
    answer,
    errors: refused,
    handle: receiveProof,
  }),
  streamAdapter("GET /payment-proofs/:proofId/file", {
    summary: "The file of a payment proof. Only the person who sent it and admins may have it.",
    streams: "download",
    admission: { for: "Resident" },
    answer: z.file(),
    errors: ["proofs.unknown"],
    handle: async (ctx, request, reply) => {
      const { proofId = "" } = request.params as Record<string, string>;
      const uploadedBy = isAdmin(ctx.account) ? null : ctx.account.id;
      const proof = proofById(ctx.db, proofId, uploadedBy);
      return sendFile(reply, ctx.config.uploads, proof);
    },
  }),
]);
