import * as noticesPersonal from "./notices/personal.ts";
import * as noticesRouter from "./notices/router.ts";

export { actions } from "./audit.ts";

export * as decisions from "./decisions/router.ts";
export const notices = { ...noticesPersonal, ...noticesRouter };
