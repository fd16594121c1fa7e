export { actions } from "./audit.ts";
export { needs } from "./needs.ts";
export { personal } from "./personal.ts";
export { procedures } from "./router.ts";
