export { actions } from "./audit.ts";
export { links, procedures } from "./router.ts";
