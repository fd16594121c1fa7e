export { actions } from "./audit.ts";
export { rest } from "./rest.ts";
export { procedures } from "./router.ts";
