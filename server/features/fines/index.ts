import * as evidencePersonal from "./evidence/personal.ts";
import * as evidenceRest from "./evidence/rest.ts";
import * as evidenceRouter from "./evidence/router.ts";
import * as proofsPersonal from "./proofs/personal.ts";
import * as proofsRest from "./proofs/rest.ts";
import * as proofsRouter from "./proofs/router.ts";

export { actions } from "./audit.ts";
export * as decisions from "./decisions/router.ts";
export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { needs, procedures } from "./router.ts";
export const evidence = { ...evidencePersonal, ...evidenceRest, ...evidenceRouter };
export const proofs = { ...proofsPersonal, ...proofsRest, ...proofsRouter };
export * as reminders from "./reminders/router.ts";
