import * as evidenceRest from "./evidence/rest.ts";
import * as proofsRest from "./proofs/rest.ts";
import * as router from "./router.ts";

export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { decisions, needs, procedures, reminders } from "./router.ts";
export const evidence = { ...evidenceRest, ...router.evidence };
export const proofs = { ...proofsRest, ...router.proofs };

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "fines.issue": "issued a fine",
  "fines.set_status": "changed a fine's status",
  "fines.withdraw": "withdrew a fine",
  "fines.put_back": "put a withdrawn fine back",
  "fines.undo": "took back a change of a fine",
  "proofs.forget": "deleted old proofs of an erased person",
  "reminders.make": "made a reminder letter",
};
