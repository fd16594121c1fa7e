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
