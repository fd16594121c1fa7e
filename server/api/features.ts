import type { AnyTRPCProcedure } from "@trpc/server";
import * as account from "../features/account/index.ts";
import * as announcements from "../features/announcements/index.ts";
import * as attachments from "../features/attachments/index.ts";
import * as audit from "../features/audit/index.ts";
import * as backups from "../features/backups/index.ts";
import * as building from "../features/building/index.ts";
import * as changes from "../features/changes/index.ts";
import * as dashboard from "../features/dashboard/index.ts";
import * as fines from "../features/fines/index.ts";
import * as live from "../features/live/index.ts";
import * as maintenance from "../features/maintenance/index.ts";
import * as people from "../features/people/index.ts";
import * as personPages from "../features/personPages/index.ts";
import * as privacy from "../features/privacy/index.ts";
import * as search from "../features/search/index.ts";
import * as spreadsheet from "../features/spreadsheet/index.ts";
import * as units from "../features/units/index.ts";
import * as visitors from "../features/visitors/index.ts";
import type { Personal } from "../platform/privacy/personal.ts";
import type { FindNeed } from "./needs.ts";
import type { Rest } from "./rest.ts";

/** The roles that may call a procedure: the first part of its name, such as `admin.fines.all`. */
export type RoleName = "public" | "member" | "admin" | "resident" | "staff" | "gate";

/** The exports of a feature's folder, or of a part of it. */
export interface Feature {
  procedures?: Partial<Record<RoleName, Record<string, AnyTRPCProcedure>>>;
  rest?: Rest;
  personal?: Personal;
  needs?: FindNeed;
  /** Of the audit trail, with words that follow a person's name. */
  actions?: Readonly<Record<string, string>>;
}

/** Every feature, by its procedures' second name. REST calls and exports have this order. */
export const features = {
  session: account.session,
  factors: account.twoFactor,
  passkeys: account.passkeys,
  setup: building.setup,
  imports: spreadsheet.imports,
  people: { ...people, ...account.members },
  profile: account.profile,
  invites: account.invites,
  links: { procedures: account.invites.links },
  sheets: account.printedInvites,
  fines,
  fineDecisions: fines.decisions,
  proofs: fines.proofs,
  evidence: fines.evidence,
  attachments,
  reminders: fines.reminders,
  maintenance,
  unsureRequests: maintenance.unsure,
  visitors,
  expectedVisits: visitors.expectedVisits,
  visits: visitors.gate,
  entryRequests: visitors.entryRequests,
  announcements,
  notices: announcements.notices,
  units,
  unitStates: dashboard.unitStates,
  quotas: units.quotas,
  areas: units.areas,
  weights: units.weights,
  trustees: units.trustees,
  parties: units.occupancy,
  transfers: units.transfers,
  changeNotices: changes.notices,
  changeDecisions: changes.decisions,
  corrections: personPages.corrections,
  merges: personPages.merges,
  personPages,
  search,
  building,
  buildingPicture: building.picture,
  dashboard,
  live,
  weather: building.weather,
  backups,
  dataExport: privacy.dataExport,
  audit,
  privacy,
} satisfies Record<string, Feature>;

export const allFeatures: readonly Feature[] = Object.values(features);

const withActions: readonly Feature[] = [account, changes, spreadsheet, ...allFeatures];
/** The actions in the audit trail. Of those three folders only parts are in the list of features. */
export const allActions = withActions.flatMap(({ actions }) => (actions ? [actions] : []));
