import type { AreaKind, AreaRight } from "../../../server/features/areas/schema.ts";
import type { PartyRole } from "../../../server/features/parties/schema.ts";
import type { UnitKind } from "../../../server/features/units/schema.ts";

export const kindWords: Readonly<Record<UnitKind, string>> = {
  primary: "Primary section",
  utility: "Utility section, such as a garage",
};

export const roleWords: Readonly<Record<PartyRole, string>> = {
  owner: "Owner",
  tenant: "Tenant",
  occupant: "Lives there",
  agent: "Agent",
  bondholder: "Bondholder (bank)",
};

export const areaWords: Readonly<Record<AreaKind, string>> = {
  parking: "Parking",
  "store room": "Store room",
  garden: "Garden",
  other: "Area",
};

export const rightWords: Readonly<Record<AreaRight, string>> = {
  "section 27": "Registered right (section 27)",
  rule: "Rule of the scheme",
  arrangement: "Arrangement only",
};

/** For a question with two answers, of which no comes first. */
export const noOrYes = [
  ["no", "No"],
  ["yes", "Yes"],
] as const;
