import * as occupancyPersonal from "./occupancy/personal.ts";
import * as occupancyRest from "./occupancy/rest.ts";
import * as router from "./router.ts";
import * as trusteesPersonal from "./trustees/personal.ts";

export { actions } from "./audit.ts";
export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { areas, procedures, quotas, transfers, weights } from "./router.ts";
export const occupancy = { ...occupancyPersonal, ...occupancyRest, ...router.occupancy };
export const trustees = { ...trusteesPersonal, ...router.trustees };
