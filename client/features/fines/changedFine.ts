import type { FineState } from "../../../server/features/fines/schema.ts";
import { client, utils } from "../../trpc.ts";
import { offerUndo } from "../../ui/undo.ts";

/** The lists are fetched before the way back to them, so that the next press is not on an old row. */
export const refreshFines = () =>
  Promise.all([
    utils.admin.invalidate(),
    utils.resident.invalidate(),
    utils.admin.fines.list.invalidate(undefined, { refetchType: "inactive" }),
    utils.resident.fines.mine.invalidate(undefined, { refetchType: "inactive" }),
  ]);

/** A fine's status was changed, which can be taken back. */
export const offerFineUndo = (fineId: string, said: string, status: FineState) =>
  offerUndo(fineId, {
    said,
    now: { status },
    undo: async () => {
      await client.admin.fineDecisions.undo.mutate({ fineId });
      await refreshFines();
    },
  });
