export { procedures } from "./router.ts";
