export { actions } from "./audit.ts";
export * as corrections from "./corrections/router.ts";
export * as merges from "./merges/router.ts";
export { procedures } from "./router.ts";
