export { actions } from "./audit.ts";
export * as picture from "./picture/index.ts";
export { procedures } from "./router.ts";
export * as setup from "./setup/index.ts";
export * as weather from "./weather/index.ts";
