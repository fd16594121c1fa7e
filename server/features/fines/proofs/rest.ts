import { eq } from "drizzle-orm";
import { isAdmin } from "../../../api/procedures.ts";
import { forPrograms, type SignedInContext } from "../../../api/rest.ts";
import { accountEver } from "../../../platform/auth/accounts.ts";
import { authError } from "../../../platform/auth/errors.ts";
import { attachmentById } from "../../attachments/service.ts";
import { attachments } from "../../attachments/table.ts";
import { downloadOf, uploadOf } from "../../attachments/upload.ts";
import { finesError } from "../errors.ts";
import { fineOf, fineTotalsOf, isFine, onlyUnpaidFineOf } from "../service.ts";
import { addProof } from "./service.ts";

/**
 * The fine that a proof is for. One existing client always sends the same two ids, which do not
 * exist. For it, this is the resident's only unpaid fine, looked up after the upload.
 * @throws auth.not_yours, fines.unknown; the returned function throws proofs.which_fine
 */
function fineMeant(
  { db, account: { id: residentId } }: SignedInContext,
  { residentId: named, fineId = "" }: Readonly<Record<string, string>>,
): string | (() => string) {
  if (named !== undefined && !accountEver(db, named) && !isFine(db, fineId))
    return () => {
      const only = onlyUnpaidFineOf(db, residentId);
      if (only) return only;
      const count = fineTotalsOf(db, residentId, "Unpaid").count;
      throw finesError("proofs.which_fine", { message: whereToSend(count) });
    };
  if (named !== undefined && named !== residentId) throw authError("auth.not_yours");
  return fineOf(db, residentId, fineId).id;
}

const whereToSend = (unpaid: number): string =>
  `You have ${unpaid === 0 ? "no unpaid fine" : `${unpaid} unpaid fines`}, so it is not clear which fine this proof is for. Choose the fine in your list and send it there: POST /api/property/resident/fines/{fineId}/payment-proof.`;

const upload = {
  // Only the resident who was fined may upload a proof, not even an admin.
  admission: { for: "Resident", only: true },
  to: fineMeant,
  add: (ctx, by, file, { subjectId: fineId }) =>
    addProof(ctx.db, by, { residentId: ctx.account.id, fineId }, file, ctx.now()),
  creates: true,
  message: "File uploaded successfully",
} satisfies Partial<Parameters<typeof uploadOf>[2]>;

export const rest = forPrograms([
  uploadOf("POST /admin/resident/:residentId/:fineId/upload", "proofs", {
    ...upload,
    summary:
      "Sends a payment proof for your own fine (the path known clients call). If neither id exists, the proof is for your only unpaid fine; if you have none or several, the answer is 409.",
    errors: ["auth.not_yours", "fines.unknown", "proofs.which_fine"],
  }),
  uploadOf("POST /resident/fines/:fineId/payment-proof", "proofs", {
    ...upload,
    summary: "Sends a payment proof for your own fine: PDF, JPEG, PNG, WebP or HEIC, up to 10 MB.",
    errors: ["fines.unknown"],
  }),
  downloadOf("GET /payment-proofs/:proofId/file", {
    summary: "The file of a payment proof. Only the person who sent it and admins may have it.",
    admission: { for: "Resident" },
    find: ({ db, account }, id) => {
      const own = isAdmin(account) ? undefined : eq(attachments.addedBy, account.id);
      return attachmentById(db, "proofs", id, own);
    },
  }),
]);
