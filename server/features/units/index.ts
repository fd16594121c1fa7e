import * as occupancyPersonal from "./occupancy/personal.ts";
import * as occupancyRest from "./occupancy/rest.ts";
import * as router from "./router.ts";
import * as trusteesPersonal from "./trustees/personal.ts";

export { personal } from "./personal.ts";
export { rest } from "./rest.ts";
export { areas, procedures, quotas, transfers, weights } from "./router.ts";
export const occupancy = { ...occupancyPersonal, ...occupancyRest, ...router.occupancy };
export const trustees = { ...trusteesPersonal, ...router.trustees };

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "units.add": "added a unit",
  "units.remove": "removed a unit",
  "units.update": "changed a unit",
  "areas.add": "entered an area that a unit uses",
  "areas.end": "ended a unit's use of an area",
  "parties.add": "entered who has a unit",
  "parties.end": "ended somebody's time in a unit",
  "parties.vote": "entered which owner votes",
  "quotas.set": "changed a unit's participation quota",
  "transfers.enter": "entered a unit's new owners",
  "trustees.begin": "entered a trustee's term",
  "trustees.end": "ended a trustee's term",
  "weights.set": "entered a unit's weight under a rule",
};
