import * as noticesPersonal from "./notices/personal.ts";
import * as noticesRouter from "./notices/router.ts";

export * as decisions from "./decisions/router.ts";
export const notices = { ...noticesPersonal, ...noticesRouter };

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "changes.confirm": "confirmed an announced change",
  "changes.refuse": "refused an announced change",
  "changes.undo": "took back a decision on a change",
  "changes.announce": "announced a change",
  "changes.withdraw": "withdrew an announced change",
  "changes.undo_withdraw": "took the withdrawal of an announced change back",
  "changes.forgetContacts": "removed contacts from old changes",
};
