import { undoMs } from "../../../server/features/fineDecisions/schema.ts";
import { client, dismissToast, showToast, utils, wordsOf } from "../../trpc.ts";
import { counted } from "../../ui/plural.ts";

/** Fines that are set to Paid within so many milliseconds are taken back together. */
const togetherMs = 3_000;

let last = { ids: [] as string[], at: 0 };
const idOf = (ids: readonly string[]) => `undo paid ${ids[0]}`;

/** Offers for a minute to take back that a fine was set to Paid. */
export async function offerUndo(fineId: string) {
  const at = Date.now();
  const ids = [...(at - last.at < togetherMs ? last.ids : []), fineId];
  last = { ids, at };
  const action = { label: "Undo", onClick: () => void undo(ids), lastsMs: undoMs };
  const what = ids.length === 1 ? "The fine is" : `${counted(ids.length, "fine")} are`;
  await showToast("success", `${what} set to Paid.`, null, idOf(ids), action);
}

/** The offer for one fine no longer holds, because it was taken back on the screen. */
export const withdrawOffer = (fineId: string) => dismissToast(idOf([fineId]));

async function undo(ids: readonly string[]) {
  const undone = await Promise.allSettled(
    ids.map((fineId) => client.admin.fineDecisions.undoPaid.mutate({ fineId })),
  );
  await Promise.all([utils.admin.invalidate(), utils.resident.invalidate()]);
  const failed = undone.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected")
    await showToast("error", "This could not be taken back", wordsOf(failed.reason));
  else await showToast("success", "Taken back");
}
