import type { FineState } from "../../../server/features/fines/schema.ts";
import { client, utils } from "../../trpc.ts";
import type { Change } from "../../ui/undo.ts";

export const statusWords: Record<FineState, string> = {
  Unpaid: "Unpaid",
  Paid: "Paid",
  "Pending...": "Pending",
  Withdrawn: "Withdrawn",
};

/** The lists are fetched before the way back to them, so that the next press is not on an old row. */
export const refreshFines = () =>
  Promise.all([
    utils.admin.invalidate(),
    utils.resident.invalidate(),
    utils.admin.fines.list.invalidate(undefined, { refetchType: "inactive" }),
    utils.resident.fines.mine.invalidate(undefined, { refetchType: "inactive" }),
  ]);

/** A change of a fine's status: what is said of it, and how it is taken back. */
export const fineChange = (
  status: FineState,
  said = `Set to ${statusWords[status]}`,
): Change<{ id: string; status: FineState }> => ({
  said,
  now: { status },
  undo: ({ id: fineId }) => client.admin.fineDecisions.undo.mutate({ fineId }),
  after: refreshFines,
});
