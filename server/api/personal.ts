import { announcementsPersonal } from "../features/announcements/personal.ts";
import { trailPersonal } from "../features/audit/personal.ts";
import { finesPersonal } from "../features/fines/personal.ts";
import { maintenancePersonal } from "../features/maintenance/personal.ts";
import { peoplePersonal } from "../features/people/personal.ts";
import { proofsPersonal } from "../features/proofs/personal.ts";
import { unitsPersonal } from "../features/units/personal.ts";
import { visitorsPersonal } from "../features/visitors/personal.ts";
import { auditPersonal } from "../platform/audit/personal.ts";
import { authPersonal } from "../platform/auth/personal.ts";
import { filesPersonal } from "../platform/files/personal.ts";
import { mailPersonal } from "../platform/mail/personal.ts";
import type { Personal } from "../platform/privacy/personal.ts";
import { settingsPersonal } from "../platform/settings/personal.ts";

/**
 * All personal data: what is exported for a person, and what erasing does. If two entries name a
 * file, the later one wins, because a feature describes it better than the table of files.
 */
export const personal: readonly Personal[] = [
  peoplePersonal,
  authPersonal,
  filesPersonal,
  finesPersonal,
  proofsPersonal,
  maintenancePersonal,
  visitorsPersonal,
  announcementsPersonal,
  unitsPersonal,
  mailPersonal,
  settingsPersonal,
  auditPersonal,
  trailPersonal,
];
