export { actions } from "./audit.ts";
export { needs } from "./needs.ts";
export { procedures } from "./router.ts";
