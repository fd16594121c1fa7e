export { actions } from "./audit.ts";
export { personal } from "./personal.ts";
