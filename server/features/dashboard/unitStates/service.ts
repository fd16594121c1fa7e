import type { Db } from "../../../database/open.ts";
import type { Day } from "../../../platform/clock/clock.ts";
import { owedByResident } from "../../fines/service.ts";
import { openRequestsByResident } from "../../maintenance/service.ts";
import { homesAmong } from "../../units/occupancy/homes.ts";
import { dwellersIn, everywhere, heldOn } from "../../units/occupancy/service.ts";
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
 * Every unit of a day by section with its floor, what the people whose home it is owe in cents, and how
 * many of their requests are open. Somebody with several units counts in one of them, which is their
 * address; who only owns one counts there, though they may not live in it.
 */
export function unitStates(db: Db, day: Day) {
  const parties = heldOn(everywhere(db)(), day);
  const livedIn = new Set(dwellersIn(parties).map(({ unitId }) => unitId));
  const homeOf = homesAmong(parties);
  const byUnit = (counts: Iterable<[personId: string, count: number]>) => {
    const sums = new Map<string, number>();
    for (const [personId, count] of counts) {
      const { unitId } = homeOf(personId) ?? {};
      if (unitId) sums.set(unitId, (sums.get(unitId) ?? 0) + count);
    }
    return sums;
  };
  const owed = byUnit(debts(db));
  const open = byUnit(openRequestsByResident(db).map((row) => [row.residentId, row.count]));
  return unitsOf(db, day).map(({ id, label, floor }) => ({
    id,
    label,
    floor,
    isLivedIn: livedIn.has(id),
    owedCents: owed.get(id) ?? 0,
    openRequests: open.get(id) ?? 0,
  }));
}
