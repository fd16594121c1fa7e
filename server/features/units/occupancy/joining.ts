import { eq, inArray } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import type { Db } from "../../../database/open.ts";
import type { Day } from "../../../platform/clock/clock.ts";
import { grouped } from "../../../platform/lists/grouped.ts";
import type { PartyRole } from "./schema.ts";
import { livesThere, periodsMeet, type Row, refuseTooMuch } from "./service.ts";
import { unitParties } from "./table.ts";

type Period = Pick<Row, "since" | "until" | "role" | "share" | "votes">;

/**
 * Gives somebody's time in units to another person, who turned out to be the same. Where both were
 * the same to a unit at a time, that becomes one entry, with both shares of an owner.
 * @param field the field to blame
 * @throws parties.too_much
 */
export function joinParties(db: Db, staysId: string, goesId: string, field: string): void {
  const rows = db
    .select()
    .from(unitParties)
    .where(inArray(unitParties.personId, [staysId, goesId]))
    .all();
  for (const place of places(rows)) {
    if (overlap(place)) replace(db, staysId, place);
    else
      for (const { id } of place)
        db.update(unitParties).set({ personId: staysId }).where(eq(unitParties.id, id)).run();
  }
  for (const unitId of new Set(rows.map((row) => row.unitId))) refuseTooMuch(db, unitId, field);
}

/** The entries of each unit that would be about the same: tenants and occupants both live there. */
const places = (rows: readonly Row[]): Row[][] => {
  const placeOf = ({ unitId, role }: Row) =>
    `${unitId} ${livesThere.includes(role) ? "home" : role}`;
  return [...grouped(rows, placeOf).values()];
};

const overlap = (rows: readonly Row[]) =>
  rows.some((row, index) => rows.slice(index + 1).some((other) => periodsMeet(row, other)));

/**
 * Replaces entries by the periods between their days, so that every day has what both had on it. The
 * first ones keep their ids, which the trail and announced changes may name.
 */
function replace(db: Db, personId: string, rows: readonly Row[]): void {
  const [first] = rows;
  if (!first) return;
  const { unitId } = first;
  const createdAt = rows.map((row) => row.createdAt).sort()[0] ?? first.createdAt;
  const periods = periodsOf(rows);
  for (const [index, period] of periods.entries()) {
    const id = rows[index]?.id;
    const values = { ...period, unitId, personId, createdAt };
    if (id) db.update(unitParties).set(values).where(eq(unitParties.id, id)).run();
    else
      db.insert(unitParties)
        .values({ ...values, id: newId() })
        .run();
  }
  for (const { id } of rows.slice(periods.length))
    db.delete(unitParties).where(eq(unitParties.id, id)).run();
}

function periodsOf(rows: readonly Row[]): Period[] {
  const days = [
    ...new Set(rows.flatMap(({ since, until }) => (until === null ? [since] : [since, until]))),
  ].sort();
  const periods: Period[] = [];
  for (const [index, since] of days.entries()) {
    const until = days[index + 1] ?? null;
    const then = rows.filter(
      (row) => row.since <= since && (row.until === null || row.until > since),
    );
    const period = then.length > 0 ? periodOf(then, since, until) : null;
    const last = periods.at(-1);
    if (!period) continue;
    if (last && last.until === since && isSame(last, period)) last.until = until;
    else periods.push(period);
  }
  return periods;
}

const isSame = (one: Period, other: Period) =>
  one.role === other.role && one.share === other.share && one.votes === other.votes;

function periodOf(then: readonly Row[], since: Day, until: Day | null): Period {
  const tenant: PartyRole | undefined = then.find(({ role }) => role === "tenant")?.role;
  const shares = then.flatMap(({ share }) => share ?? []);
  return {
    since,
    until,
    role: tenant ?? (then[0] as Row).role,
    share: shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) : null,
    votes: then.some(({ votes }) => votes),
  };
}
