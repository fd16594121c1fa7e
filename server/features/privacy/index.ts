export { actions } from "./audit.ts";
export * as dataExport from "./dataExport/index.ts";
export { procedures } from "./router.ts";
