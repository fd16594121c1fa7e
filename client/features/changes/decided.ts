import { client, utils } from "../../trpc.ts";
import { offerUndo } from "../../ui/undo.ts";

/** Follows a decision about an announced change: everything is fetched again, and it can be undone. */
export const decided = (noticeId: string, said: "Confirmed" | "Refused") => ({
  onSuccess: () => {
    offerUndo(noticeId, {
      said,
      now: { state: said },
      undo: async () => {
        await client.admin.changeDecisions.undo.mutate({ noticeId });
        // Before the form is there again, which looks for who was announced.
        await utils.admin.privacy.people.invalidate(undefined, { refetchType: "all" });
        await utils.invalidate();
      },
    });
    return utils.invalidate();
  },
});
