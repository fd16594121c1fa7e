export { actions } from "./audit.ts";
export * as dataExport from "./dataExport/rest.ts";
export { procedures } from "./router.ts";
