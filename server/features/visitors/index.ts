import * as expectedRest from "./expected/rest.ts";
import * as expectedRouter from "./expected/router.ts";
import * as gateRest from "./gate/rest.ts";
import * as gateRouter from "./gate/router.ts";

export * as entryRequests from "./entryRequests/router.ts";
export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { needs, procedures } from "./router.ts";
export const expectedVisits = { ...expectedRest, ...expectedRouter };
export const gate = { ...gateRest, ...gateRouter };

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "visitors.admit": "let in a visitor who was announced",
  "visitors.admit_asked": "let in a visitor about whom the gate asked",
  "visitors.announce": "announced a visitor",
  "visitors.arrive": "noted that a visitor has come",
  "visitors.assume_out": "signed out a visitor whom nobody saw leave",
  "visitors.not_come": "noted that a visitor did not come",
  "visitors.print_list": "printed the list for the gate",
  "visitors.redact": "removed the names from old visits",
  "visitors.refuse": "refused a visitor about whom the gate asked",
  "visitors.sign_in": "signed a visitor in",
  "visitors.sign_out": "signed a visitor out",
  "visitors.undo_admit": "took back that a visitor was let in",
  "visitors.undo_sign_out": "took back that a visitor had left",
  "visitors.withdraw": "took back that a visitor is expected",
};
