export { rest } from "./rest.ts";
export { procedures } from "./router.ts";
