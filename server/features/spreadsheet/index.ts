export { actions } from "./audit.ts";

export * as imports from "./imports/rest.ts";
export * as registerImport from "./registerImport/rest.ts";
export * as registerList from "./registerList/rest.ts";
