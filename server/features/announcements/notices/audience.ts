import { eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import type { SignedIn } from "../../../platform/auth/sessions/sessions.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { recordEvent } from "../../../platform/live/events.ts";
import { people } from "../../people/table.ts";
import { labelOf, partiesOf, partiesOfPerson } from "../../units/occupancy/service.ts";
import { type announcements, announcementUnits as noticeUnits } from "../table.ts";

export type Row = typeof announcements.$inferSelect;
export type Reader = Pick<SignedIn, "id" | "role">;

/** The roles in a unit that get the notices for it. */
const ofUnit: readonly string[] = ["owner", "tenant", "occupant"];

/** The audiences and the units that somebody belongs to on a day. */
export function audiencesOf(db: Db, { id, role }: Reader, today: Day) {
  const theirs = partiesOfPerson(db, id, today);
  const audiences: Row["audience"][] = ["everybody"];
  if (theirs.some((party) => party.role === "owner")) audiences.push("owners");
  if (role === "Resident") audiences.push("residents");
  if (role === "Staff") audiences.push("staff");
  const unitIds = theirs.flatMap(({ role, unitId }) => (ofUnit.includes(role) ? unitId : []));
  return { audiences, unitIds };
}

/** Says of a notice whether it is for somebody on a day. Admins see all of them. */
export function isFor(db: Db, reader: Reader, row: Row, today: Day): boolean {
  if (reader.role === "Admin" || row.authorId === reader.id) return true;
  const { audiences, unitIds } = audiencesOf(db, reader, today);
  if (row.audience !== "units") return audiences.includes(row.audience);
  const units = unitsByNotice(db, [row]).get(row.id) ?? [];
  return units.some((unitId) => unitIds.includes(unitId));
}

/** The units of notices, by the notice. */
export function unitsByNotice(db: Db, rows: readonly Row[]): Map<string, string[]> {
  const some = rows.flatMap(({ id, audience }) => (audience === "units" ? id : []));
  const found = new Map<string, string[]>();
  if (some.length === 0) return found;
  for (const { announcementId, unitId } of db
    .select()
    .from(noticeUnits)
    .where(inArray(noticeUnits.announcementId, some))
    .all())
    found.set(announcementId, [...(found.get(announcementId) ?? []), unitId]);
  return found;
}

/** The most units that a notice names for which it is; of more it says how many. */
const mostNamed = 8;

/** The units that a notice is for, in words: "Unit 3, Unit 4" or "12 units". */
export function unitsInWords(db: Db, unitIds: readonly string[]): string {
  if (unitIds.length > mostNamed) return `${unitIds.length} units`;
  const labels = unitIds.flatMap((id) => labelOf(db, id) ?? []);
  return labels.sort((one, other) => one.localeCompare(other, "en", { numeric: true })).join(", ");
}

/** The units that a notice is for, if it is for some only, and who gets it there. */
export const addressedUnits = (db: Db, row: Row, today: Day) =>
  (unitsByNotice(db, [row]).get(row.id) ?? [])
    .map((unitId) => ({
      unit: labelOf(db, unitId) ?? "",
      personIds: partiesOf(db, unitId, today).flatMap(({ role, personId }) =>
        ofUnit.includes(role) ? personId : [],
      ),
    }))
    .sort((one, other) => one.unit.localeCompare(other.unit, "en", { numeric: true }));

/** The people who log in and whom a notice is for, except its author. */
export function readersFor(db: Db, row: Row, today: Day) {
  const inUnits = new Set(addressedUnits(db, row, today).flatMap(({ personIds }) => personIds));
  const isAddressee = ({ id, role }: Reader) => {
    if (row.audience === "units") return inUnits.has(id);
    if (row.audience === "owners")
      return partiesOfPerson(db, id, today).some((party) => party.role === "owner");
    if (row.audience === "residents") return role === "Resident";
    return row.audience === "everybody" || role === "Staff";
  };
  return db
    .select({
      id: people.id,
      name: people.name,
      surname: people.surname,
      address: people.address,
      role: accounts.role,
    })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.id))
    .where(isNull(accounts.removedAt))
    .all()
    .filter((person) => person.id !== row.authorId && isAddressee(person));
}

/**
 * Tells those whom a notice is for, and nobody else; and admins, who see all. Of a planned one only
 * admins and its author.
 */
export function tell(db: Db, by: Actor, row: Row, now: Moment): void {
  const event = { topic: "announcement", about: row.id } as const;
  const isPlanned = row.firstDay !== null && row.firstDay > now.today;
  if (!isPlanned && (row.audience === "everybody" || row.audience === "staff")) {
    recordEvent(db, by, now.at, { ...event, audience: row.audience, personId: row.authorId });
    return;
  }
  recordEvent(db, by, now.at, { ...event, audience: "admins", personId: row.authorId });
  if (isPlanned) return;
  for (const { id, role } of readersFor(db, row, now.today))
    if (role !== "Admin")
      recordEvent(db, by, now.at, { ...event, audience: "person", personId: id });
}
