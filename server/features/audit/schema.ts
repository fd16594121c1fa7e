import * as z from "zod";
import { day, id } from "../../platform/validation/schema.ts";
import { announcementsActions } from "../announcements/audit.ts";
import { backupsActions } from "../backups/audit.ts";
import { buildingActions } from "../building/audit.ts";
import { finesActions } from "../fines/audit.ts";
import { importsActions } from "../imports/audit.ts";
import { invitesActions } from "../invites/audit.ts";
import { maintenanceActions } from "../maintenance/audit.ts";
import { passkeysActions } from "../passkeys/audit.ts";
import { peopleActions } from "../people/audit.ts";
import { printedInvitesActions } from "../printedInvites/audit.ts";
import { privacyActions } from "../privacy/audit.ts";
import { profileActions } from "../profile/audit.ts";
import { proofsActions } from "../proofs/audit.ts";
import { sessionActions } from "../session/audit.ts";
import { twoFactorActions } from "../twoFactor/audit.ts";
import { unitsActions } from "../units/audit.ts";
import { visitorsActions } from "../visitors/audit.ts";

/** Every action in the audit trail, with words that follow a person's name. */
export const auditActions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    ...announcementsActions,
    ...backupsActions,
    ...buildingActions,
    ...finesActions,
    ...importsActions,
    ...invitesActions,
    ...maintenanceActions,
    ...passkeysActions,
    ...peopleActions,
    ...printedInvitesActions,
    ...privacyActions,
    ...profileActions,
    ...proofsActions,
    ...sessionActions,
    ...twoFactorActions,
    ...unitsActions,
    ...visitorsActions,
  }).sort(),
);

/** Filters of the audit trail. A person's entries are what they did and what was done to them. */
const trailFilter = z.strictObject({
  who: id.optional(),
  action: z.string().max(60).optional(),
  /** The id of a fine, a unit, a person, etc. */
  about: id.optional(),
  day: day.optional(),
});
export type TrailFilter = z.output<typeof trailFilter>;

export const trailPage = z.strictObject({
  ...trailFilter.shape,
  cursor: id.optional(),
  limit: z.int().min(1).max(200).default(50),
  /** tRPC's infinite queries send this as well; only one direction exists. */
  direction: z.literal("forward").optional(),
});

export const oneEntry = z.strictObject({ entry: z.int().positive() });
