export { actions } from "./audit.ts";
export { procedures } from "./router.ts";
