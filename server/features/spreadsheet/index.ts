import * as personal from "./personal.ts";
import * as rest from "./rest.ts";
import * as router from "./router.ts";

export { actions } from "./audit.ts";

export const imports = { ...personal, ...rest, ...router };
