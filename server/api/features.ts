import type { AnyTRPCProcedure } from "@trpc/server";
import * as announcements from "../features/announcements/index.ts";
import * as areas from "../features/areas/index.ts";
import * as audit from "../features/audit/index.ts";
import * as backups from "../features/backups/index.ts";
import * as building from "../features/building/index.ts";
import * as buildingPicture from "../features/buildingPicture/index.ts";
import * as changeDecisions from "../features/changeDecisions/index.ts";
import * as changeNotices from "../features/changeNotices/index.ts";
import * as corrections from "../features/corrections/index.ts";
import * as dashboard from "../features/dashboard/index.ts";
import * as dataExport from "../features/dataExport/index.ts";
import * as evidence from "../features/evidence/index.ts";
import * as fineDecisions from "../features/fineDecisions/index.ts";
import * as fines from "../features/fines/index.ts";
import * as imports from "../features/imports/index.ts";
import * as invites from "../features/invites/index.ts";
import * as maintenance from "../features/maintenance/index.ts";
import * as merges from "../features/merges/index.ts";
import * as parties from "../features/parties/index.ts";
import * as passkeys from "../features/passkeys/index.ts";
import * as people from "../features/people/index.ts";
import * as personPages from "../features/personPages/index.ts";
import * as printedInvites from "../features/printedInvites/index.ts";
import * as privacy from "../features/privacy/index.ts";
import * as profile from "../features/profile/index.ts";
import * as proofs from "../features/proofs/index.ts";
import * as quotas from "../features/quotas/index.ts";
import * as registerImport from "../features/registerImport/index.ts";
import * as registerList from "../features/registerList/index.ts";
import * as reminders from "../features/reminders/index.ts";
import * as search from "../features/search/index.ts";
import * as session from "../features/session/index.ts";
import * as setup from "../features/setup/index.ts";
import * as transfers from "../features/transfers/index.ts";
import * as trustees from "../features/trustees/index.ts";
import * as twoFactor from "../features/twoFactor/index.ts";
import * as unitStates from "../features/unitStates/index.ts";
import * as units from "../features/units/index.ts";
import * as visitors from "../features/visitors/index.ts";
import * as weather from "../features/weather/index.ts";
import * as weights from "../features/weights/index.ts";
import type { Personal } from "../platform/privacy/personal.ts";
import type { FindNeed } from "./needs.ts";
import type { Rest } from "./rest.ts";

/** Who may call a procedure: the first part of its name, such as `admin.fines.all`. */
export type RoleName = "public" | "member" | "admin" | "resident" | "staff";

/** What the index.ts of a feature exports. */
export interface Feature {
  procedures?: Partial<Record<RoleName, Record<string, AnyTRPCProcedure>>>;
  rest?: Rest;
  personal?: Personal;
  /** The actions in the audit trail, with words that follow a person's name. */
  actions?: Readonly<Record<string, string>>;
  /** What of it waits for an admin. */
  needs?: FindNeed;
}

/** Every feature, by its procedures' second name. REST calls and exports have this order. */
export const features = {
  session,
  factors: twoFactor,
  passkeys,
  setup,
  imports,
  registerImport,
  registerList,
  people,
  profile,
  invites,
  links: { procedures: invites.links },
  sheets: printedInvites,
  fines,
  fineDecisions,
  proofs,
  evidence,
  reminders,
  maintenance,
  visitors,
  announcements,
  units,
  unitStates,
  quotas,
  areas,
  weights,
  trustees,
  parties,
  transfers,
  changeNotices,
  changeDecisions,
  corrections,
  merges,
  personPages,
  search,
  building,
  buildingPicture,
  dashboard,
  weather,
  backups,
  dataExport,
  audit,
  privacy,
} satisfies Record<string, Feature>;

export const allFeatures: readonly Feature[] = Object.values(features);
