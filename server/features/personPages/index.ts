export { actions } from "./audit.ts";
export * as corrections from "./corrections/router.ts";
export { merges, procedures } from "./router.ts";
