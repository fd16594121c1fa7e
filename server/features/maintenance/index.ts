export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { needs, procedures, unsure } from "./router.ts";

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "maintenance.log": "asked for maintenance",
  "maintenance.set_status": "opened or closed a request",
  "maintenance.undo": "took back a change of a maintenance request",
  "maintenance.note": "wrote about a maintenance request",
  "maintenance.plan": "planned a maintenance request",
  "maintenance.join": "said which requests are about the same",
  "maintenance.rate": "rated how a request was dealt with",
};
