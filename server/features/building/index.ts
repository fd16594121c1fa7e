import * as pictureRest from "./picture/rest.ts";
import * as router from "./router.ts";
import * as weatherRest from "./weather/rest.ts";
import * as weatherRouter from "./weather/router.ts";

export { procedures } from "./router.ts";

export const picture = { ...pictureRest, ...router.picture };
export * as setup from "./setup/router.ts";
export const weather = { ...weatherRest, ...weatherRouter };

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "building.update": "changed the building",
};
