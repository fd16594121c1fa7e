import { client, utils } from "../../../trpc.ts";
import { offerUndo } from "../../../ui/undo.ts";

export const refreshGate = () => utils.gate.visits.invalidate();

/** Offers, in a row, to take back that somebody was let in. */
export function offerAdmissionUndo({ id: visitId }: { id: string }, row: string): void {
  offerUndo(row, {
    said: "Let in",
    undo: async () => {
      await client.gate.visits.undoAdmission.mutate({ visitId });
      await refreshGate();
    },
  });
}
