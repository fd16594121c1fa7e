import * as occupancyPersonal from "./occupancy/personal.ts";
import * as occupancyRest from "./occupancy/rest.ts";
import * as occupancyRouter from "./occupancy/router.ts";
import * as trusteesPersonal from "./trustees/personal.ts";
import * as trusteesRouter from "./trustees/router.ts";

export * as areas from "./areas/router.ts";
export { actions } from "./audit.ts";
export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { procedures } from "./router.ts";
export const occupancy = { ...occupancyPersonal, ...occupancyRest, ...occupancyRouter };
export * as quotas from "./quotas/router.ts";
export * as transfers from "./transfers/router.ts";
export const trustees = { ...trusteesPersonal, ...trusteesRouter };
export * as weights from "./weights/router.ts";
