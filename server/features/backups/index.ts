export { actions } from "./audit.ts";
export { needs } from "./needs.ts";
export { rest } from "./rest.ts";
export { procedures } from "./router.ts";
