export * as imports from "./imports/index.ts";
export * as registerImport from "./registerImport/index.ts";
export * as registerList from "./registerList/index.ts";
