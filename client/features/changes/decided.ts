import { client, utils } from "../../trpc.ts";
import { offerUndo } from "../../ui/undo.ts";

/** Follows a decision about an announced change: everything is fetched again, and it can be undone. */
export const decided = (noticeId: string, said: "Confirmed" | "Refused") => ({
  onSuccess: () => {
    offerUndo(noticeId, {
      said,
      now: { state: said },
      undo: async () => {
        // The form, once it is there again, looks for who was announced, and must not find who was added.
        await utils.admin.privacy.people.reset();
        await client.admin.changeDecisions.undo.mutate({ noticeId });
        await utils.invalidate();
      },
    });
    return utils.invalidate();
  },
});
