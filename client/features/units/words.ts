import type { AreaKind, AreaRight } from "../../../server/features/units/areas/schema.ts";
import { type PartyRole, wholeShare } from "../../../server/features/units/occupancy/schema.ts";
import { paperDay } from "../../ui/days.ts";

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

/** "since 1 Mar 2024, until 31 Mar 2026". */
export const sayPeriod = ({ since, until }: { since: string; until: string | null }): string =>
  [since ? `since ${paperDay(since)}` : "from the beginning", until && `until ${paperDay(until)}`]
    .filter(Boolean)
    .join(", ");

interface Part {
  role: PartyRole;
  share: number | null;
  votes: boolean;
}

/** "Owner, 50 %, has the vote". */
export function sayPart({ role, share, votes }: Part): string {
  const part = share !== null && share < wholeShare && `${share / 10_000} %`;
  return [roleWords[role], part, votes && "has the vote"].filter(Boolean).join(", ");
}

/** Of whoever leaves a unit. */
export const keepsLogin =
  "Whoever leaves keeps their login, if they have one. To end it, remove them on the page Residents.";

/** For a question with two answers, which is asked. */
export const noOrYes = Object.entries({ no: "No", yes: "Yes" });
