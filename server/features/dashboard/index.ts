export { rest } from "./rest.ts";
export { procedures, unitStates } from "./router.ts";
