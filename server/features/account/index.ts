import * as membersRest from "./members/rest.ts";
import * as membersRouter from "./members/router.ts";
import * as profileRest from "./profile/rest.ts";
import * as profileRouter from "./profile/router.ts";
import * as sessionRest from "./session/rest.ts";
import * as sessionRouter from "./session/router.ts";

export * as invites from "./invites/router.ts";
export const members = { ...membersRest, ...membersRouter };
export * as passkeys from "./passkeys/router.ts";
export * as printedInvites from "./printedInvites/router.ts";
export const profile = { ...profileRest, ...profileRouter };
export const session = { ...sessionRest, ...sessionRouter };
export * as twoFactor from "./twoFactor/router.ts";

/** The actions in the audit trail, with words that follow a person's name. */
export const actions = {
  "invites.reset_link": "made a link to choose a password",
  "invites.verify_email": "verified their email",
  "passkeys.add": "added a passkey",
  "passkeys.remove": "removed a passkey",
  "sheets.make": "made a paper invite",
  "sheets.print": "printed or shared a paper invite",
  "sheets.give_login": "made a login for somebody of the register",
  "profile.confirm_email": "confirmed their new email with their password",
  "profile.update": "changed a profile",
  "auth.oidc_sign_in": "signed in with the provider",
  "session.choose_password": "chose a password",
  "session.make_bearer": "made a token for a program",
  "session.revoke_bearer": "revoked a token",
  "session.sign_in": "signed in",
  "session.sign_out": "signed out",
  "session.sign_out_device": "signed a device out",
  "session.sign_out_everywhere": "signed out everywhere",
  "session.unlock": "unlocked a person's login",
  "factors.new_codes": "made new recovery codes",
  "factors.reset": "turned off a person's second step",
  "factors.rule_for_admins": "changed whether admins need a second step",
  "factors.turn_off": "turned off their second step",
  "factors.turn_on": "set up a second step",
};
