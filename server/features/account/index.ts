import * as membersRest from "./members/rest.ts";
import * as membersRouter from "./members/router.ts";
import * as profileRest from "./profile/rest.ts";
import * as profileRouter from "./profile/router.ts";
import * as sessionRest from "./session/rest.ts";
import * as sessionRouter from "./session/router.ts";

export { actions } from "./audit.ts";

export * as invites from "./invites/router.ts";
export const members = { ...membersRest, ...membersRouter };
export * as passkeys from "./passkeys/router.ts";
export * as printedInvites from "./printedInvites/router.ts";
export const profile = { ...profileRest, ...profileRouter };
export const session = { ...sessionRest, ...sessionRouter };
export * as twoFactor from "./twoFactor/router.ts";
