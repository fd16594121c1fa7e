import * as z from "zod";
import { day, id } from "../../platform/validation/schema.ts";

/** Everything the trail notes, by what it is called there, in words that follow a name. */
export const auditActions: Readonly<Record<string, string>> = {
  "announcements.post": "posted an announcement",
  "auth.oidc_sign_in": "signed in with the provider",
  "backups.download": "downloaded a backup",
  "backups.make": "started a backup",
  "backups.restore": "restored a backup",
  "backups.upload": "uploaded a backup to look at",
  "building.update": "changed the building",
  "factors.new_codes": "made new recovery codes",
  "factors.reset": "turned off a person's second step",
  "factors.rule_for_admins": "changed whether admins need a second step",
  "factors.turn_off": "turned off their second step",
  "factors.turn_on": "set up a second step",
  "fines.issue": "issued a fine",
  "fines.set_status": "changed a fine's status",
  "imports.run": "imported a spreadsheet",
  "invites.reset_link": "made a link to choose a password",
  "invites.verify_email": "verified their email",
  "maintenance.log": "asked for maintenance",
  "maintenance.set_status": "opened or closed a request",
  "passkeys.add": "added a passkey",
  "passkeys.remove": "removed a passkey",
  "people.add": "added a person",
  "people.change_role": "changed a role",
  "people.remove": "removed a person",
  "privacy.erase": "erased a person's personal details",
  "privacy.export": "downloaded a person's data",
  "privacy.reveal": "looked at an ID number",
  "profile.confirm_email": "confirmed their new email with their password",
  "profile.update": "changed a profile",
  "proofs.add": "sent a payment proof",
  "proofs.forget": "deleted old proofs of an erased person",
  "session.choose_password": "chose a password",
  "session.make_bearer": "made a token for a program",
  "session.revoke_bearer": "revoked a token",
  "session.sign_in": "signed in",
  "session.sign_out": "signed out",
  "session.sign_out_device": "signed a device out",
  "session.sign_out_everywhere": "signed out everywhere",
  "session.unlock": "unlocked a person's login",
  "sheets.print": "made a paper invite",
  "units.add": "added a unit",
  "units.remove": "removed a unit",
  "units.update": "changed a unit",
  "visitors.redact": "removed the names from old visits",
  "visitors.sign_in": "signed a visitor in",
  "visitors.sign_out": "signed a visitor out",
};

/** What the trail may be narrowed to. A person's entries are what they did and what was done to them. */
const trailFilter = z.strictObject({
  who: id.optional(),
  action: z.string().max(60).optional(),
  /** One thing: a fine, a unit, a person. */
  about: id.optional(),
  day: day.optional(),
});
export type TrailFilter = z.output<typeof trailFilter>;

export const trailPage = z.strictObject({
  ...trailFilter.shape,
  cursor: id.optional(),
  limit: z.int().min(1).max(200).default(50),
  /** What tRPC's endless lists say besides; there is one way only. */
  direction: z.literal("forward").optional(),
});

export const oneEntry = z.strictObject({ entry: z.int().positive() });
