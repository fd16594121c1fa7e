export { actions } from "./audit.ts";
export { rest } from "./rest.ts";
export { needs, procedures } from "./router.ts";
