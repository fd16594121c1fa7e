import * as picturePersonal from "./picture/personal.ts";
import * as pictureRest from "./picture/rest.ts";
import * as pictureRouter from "./picture/router.ts";
import * as weatherRest from "./weather/rest.ts";
import * as weatherRouter from "./weather/router.ts";

export { actions } from "./audit.ts";
export { procedures } from "./router.ts";

export const picture = { ...picturePersonal, ...pictureRest, ...pictureRouter };
export * as setup from "./setup/router.ts";
export const weather = { ...weatherRest, ...weatherRouter };
