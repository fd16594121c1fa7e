export * as corrections from "./corrections/index.ts";
export * as merges from "./merges/index.ts";
export { procedures } from "./router.ts";
