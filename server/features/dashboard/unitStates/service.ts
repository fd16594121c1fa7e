import type { Db } from "../../../database/open.ts";
import type { Day } from "../../../platform/clock/clock.ts";
import { owedByResident } from "../../fines/service.ts";
import { openRequestsByResident } from "../../maintenance/service.ts";
import { dwellersIn, partiesByUnit } from "../../units/occupancy/service.ts";
import { unitsOf } from "../../units/service.ts";

/** The debt of each person in cents: fines that are unpaid, or whose payment is yet to be checked. */
function debts(db: Db): Map<string, number> {
  const owed = new Map<string, number>();
  for (const status of ["Unpaid", "Pending..."] as const)
    for (const { residentId, cents } of owedByResident(db, status))
      owed.set(residentId, (owed.get(residentId) ?? 0) + cents);
  return owed;
}

/**
 * Every unit of a day by section with its floor, what the people who live there owe in cents, and how
 * many of their requests are open.
 */
export function unitStates(db: Db, day: Day) {
  const parties = partiesByUnit(db, day);
  const owed = debts(db);
  const open = new Map(
    openRequestsByResident(db).map(({ residentId, count }) => [residentId, count]),
  );
  return unitsOf(db, day).map(({ id, label, floor }) => {
    // Somebody may be both a tenant and an occupant.
    const people = new Set(dwellersIn(parties.get(id) ?? []).map(({ personId }) => personId));
    const sum = (of: Map<string, number>) =>
      [...people].reduce((all, person) => all + (of.get(person) ?? 0), 0);
    const isLivedIn = people.size > 0;
    return { id, label, floor, isLivedIn, owedCents: sum(owed), openRequests: sum(open) };
  });
}
