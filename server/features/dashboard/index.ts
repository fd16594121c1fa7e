export { rest } from "./rest.ts";
export { procedures } from "./router.ts";

export * as unitStates from "./unitStates/router.ts";
