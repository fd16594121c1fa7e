export { actions } from "./audit.ts";

export * as imports from "./rest.ts";
