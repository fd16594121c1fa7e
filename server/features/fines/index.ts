import * as evidenceRest from "./evidence/rest.ts";
import * as proofsRest from "./proofs/rest.ts";
import * as router from "./router.ts";

export { actions } from "./audit.ts";
export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { decisions, needs, procedures, reminders } from "./router.ts";
export const evidence = { ...evidenceRest, ...router.evidence };
export const proofs = { ...proofsRest, ...router.proofs };
