import * as noticesRest from "./notices/rest.ts";
import * as noticesRouter from "./notices/router.ts";

export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { procedures } from "./router.ts";
export const notices = { ...noticesRest, ...noticesRouter };

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "announcements.correct": "corrected a notice",
  "announcements.end_outage": "said that something works again",
  "announcements.post": "posted an announcement",
  "announcements.read": "said that they have read a notice",
  "announcements.undo": "took an announcement back",
  "announcements.withdraw": "withdrew a notice",
};
