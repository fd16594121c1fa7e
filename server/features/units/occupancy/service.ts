import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import {
  type Db,
  oncePerDatabase,
  placeholdersOf,
  prepared,
  write,
} from "../../../database/open.ts";
import { wholeOf } from "../../../database/pagination.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import { type Day, dayAfter, type Moment } from "../../../platform/clock/clock.ts";
import { grouped } from "../../../platform/lists/grouped.ts";
import { fullName, personById } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { unitsError } from "../errors.ts";
import { units } from "../table.ts";
import { type Ending, type NewParty, type PartyRole, wholeShare } from "./schema.ts";
import { unitParties } from "./table.ts";

// The service of units is built on this one, which knows only the table of units. Where people live is
// in homes.ts, the rows of lists that are about a unit or a person in rowsAbout.ts, and the entries of two
// people who are one in joining.ts.

const { createdAt: _, ...entered } = getTableColumns(unitParties);
const { name, surname, removedOn } = people;
const columns = { ...entered, name, surname, removedOn };

export type Row = typeof unitParties.$inferSelect;

/** Somebody's time in a unit, with their name. */
export interface Party extends Omit<Row, "createdAt"> {
  name: string;
}

/** The same, with the day on which the person was removed from the register. */
export type Found = Party & Pick<typeof people.$inferSelect, "removedOn">;

const listOf = (where?: SQL, read: typeof wholeOf = wholeOf) =>
  oncePerDatabase((db) => {
    const query = db
      .select(columns)
      .from(unitParties)
      .innerJoin(people, eq(people.id, unitParties.personId))
      .where(where)
      .orderBy(asc(unitParties.since), asc(unitParties.id))
      .limit(sql.placeholder("limit"))
      .prepare();
    return (id = ""): Found[] =>
      read((limit) => query.all({ id, limit })).map(({ name, surname, ...party }) => {
        return { ...party, name: fullName({ name, surname }) };
      });
  });

/** All that the register has of a unit, of a person and of everybody, by the first day. */
const ofUnit = listOf(eq(unitParties.unitId, sql.placeholder("id")));
export const ofPerson = listOf(eq(unitParties.personId, sql.placeholder("id")));
export const everywhere = listOf();

/**
 * More than one person or one unit has in any building. A session reads these, so it must not be
 * refused because a list is too long.
 */
const few: typeof wholeOf = (read) => read(2_000);
export const fewOfPerson = listOf(eq(unitParties.personId, sql.placeholder("id")), few);
export const fewOfUnit = listOf(eq(unitParties.unitId, sql.placeholder("id")), few);

type Dated = Pick<Found, "unitId" | "role" | "since" | "until" | "removedOn">;

/** The unit, role and day of somebody who begins as the owner, the tenant and so on of a unit. */
const beginning = ({ unitId, role }: Dated, day: Day) => `${unitId} ${role} ${day}`;

/** Whether a row ends on its first day, as one does that was entered by mistake. */
export const isOneDay = ({ since, until }: Pick<Row, "since" | "until">) => since === until;

/** What begins by these rows, and again what lasts longer than its first day. */
export const beginnings = (rows: readonly Dated[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap((row) => {
      const begins = beginning(row, row.since);
      return isOneDay(row) ? [begins] : [begins, `${begins} longer`];
    }),
  );

/**
 * Says whether a row held on a day. A last day still counts, unless somebody else of that role takes
 * over on it: a unit is the new owner's on the day of registration. If it is the first day too, a longer
 * row takes over. Whoever was removed from the register is gone from that day on.
 * @param begins the `beginnings` of all rows, or at least of those that begin on the day
 */
export function holds(row: Dated, day: Day, begins: ReadonlySet<string>): boolean {
  const { since, until, removedOn } = row;
  if (since > day || (removedOn !== null && removedOn <= day)) return false;
  if (until === day) return !begins.has(`${beginning(row, day)}${isOneDay(row) ? " longer" : ""}`);
  return until === null || until > day;
}

/** The rows that held on a day. */
export function heldOn<Row extends Dated>(rows: readonly Row[], day: Day): Row[] {
  const begins = beginnings(rows.filter(({ since }) => since === day));
  return rows.filter((row) => holds(row, day, begins));
}

const withoutRemoval = ({ removedOn: _, ...party }: Found): Party => party;

/** Everybody who had something to do with a unit on a day. */
export const partiesOf = (db: Db, unitId: string, day: Day): Party[] =>
  heldOn(ofUnit(db)(unitId), day).map(withoutRemoval);

/** The same for all units, by the unit's id. */
export const partiesByUnit = (db: Db, day: Day): Map<string, Party[]> =>
  grouped(heldOn(everywhere(db)(), day).map(withoutRemoval), ({ unitId }) => unitId);

/** Everybody who ever had something to do with any unit. Whoever was removed had it until then. */
export const everyParty = (db: Db): Party[] =>
  everywhere(db)().map(({ removedOn, ...party }) => {
    const isAsEntered = removedOn === null || (party.until !== null && party.until <= removedOn);
    return isAsEntered ? party : { ...party, until: removedOn };
  });

/** Everybody who ever had something to do with a unit, the latest first. */
export const historyOf = (db: Db, unitId: string): Party[] =>
  ofUnit(db)(unitId).map(withoutRemoval).reverse();

/** A person's units, now and earlier, the latest first. */
export const unitsOfPerson = (db: Db, personId: string) =>
  ofPerson(db)(personId)
    .map((party) => ({ ...withoutRemoval(party), unit: labelOf(db, party.unitId) ?? "" }))
    .reverse();

/** The rows of one person that held on a day. Only a last day asks whether somebody takes over on it. */
export function heldByPerson(db: Db, personId: string, day: Day): Found[] {
  const own = fewOfPerson(db)(personId);
  const others = own
    .filter(({ until }) => until === day)
    .flatMap(({ unitId }) => fewOfUnit(db)(unitId))
    .filter((row) => row.personId !== personId);
  return heldOn([...own, ...others], day).filter((row) => row.personId === personId);
}

/** A person's roles in units on a day. */
export const partiesOfPerson = (db: Db, personId: string, day: Day): Party[] =>
  heldByPerson(db, personId, day).map(withoutRemoval);

/** The roles of those who live in a unit. */
export const livesThere: readonly PartyRole[] = ["tenant", "occupant"];

/** The parties who live in their unit. */
export const dwellersIn = (parties: readonly Party[]): Party[] =>
  parties.filter(({ role }) => livesThere.includes(role));

/** The unit of somebody's where they live, or else one that they own. */
export const homeAmong = <Row extends Pick<Party, "role">>(
  theirs: readonly Row[],
): Row | undefined =>
  theirs.find(({ role }) => livesThere.includes(role)) ??
  theirs.find(({ role }) => role === "owner");

/** The owner who votes for a unit on a day: the only one, or the one who was named (PMR 20(7)). */
export function voterOf(db: Db, unitId: string, day: Day): Party | null {
  const owners = partiesOf(db, unitId, day).filter(({ role }) => role === "owner");
  const [only, another] = owners;
  if (only && !another) return only;
  // Of two who were named, the one who left first had it: the other got it after that.
  const leaves = ({ until }: Party) => until ?? "9999-12-31";
  const named = owners.filter(({ votes }) => votes);
  return named.sort((one, other) => (leaves(one) < leaves(other) ? -1 : 1))[0] ?? null;
}

/** Whether there is a day in both. */
export const periodsMeet = (
  one: Pick<Row, "since" | "until">,
  other: Pick<Row, "since" | "until">,
) =>
  (one.until === null || other.since < one.until) &&
  (other.until === null || one.since < other.until);

const unitHere = prepared((db) =>
  db
    .select({ id: units.id })
    .from(units)
    .where(and(eq(units.id, sql.placeholder("id")), isNull(units.removedAt))),
);

/** @throws units.unknown */
export function refuseUnknown(db: Db, unitId: string): void {
  if (!unitHere(db).get({ id: unitId })) throw unitsError("units.unknown", { field: "unitId" });
}

/**
 * @param field the field to blame
 * @throws parties.too_much if on any day the owners of a unit have more than all of it
 */
export function refuseTooMuch(db: Db, unitId: string, field = "share"): void {
  const owners = ofUnit(db)(unitId).filter((row) => row.role === "owner" && !isOneDay(row));
  for (const { since } of owners) {
    const then = heldOn(owners, since);
    const sum = then.reduce((total, { share }) => total + (share ?? 0), 0);
    if (sum <= wholeShare) continue;
    const each = then.map(({ name, share }) => `${name} ${shareInWords(share ?? 0)} %`).join(", ");
    throw unitsError("parties.too_much", {
      field,
      message: `The owners would have ${shareInWords(sum)} % of the unit: ${each}. Together they can have 100 % at most.`,
    });
  }
}

/** A share in percent without needless decimals: `50`, `33.3333`. */
export const shareInWords = (share: number): string => String(share / 10_000);

interface Entering extends Omit<NewParty, "role"> {
  role: PartyRole;
}

const insertParty = prepared((db) => db.insert(unitParties).values(placeholdersOf(unitParties)));

/**
 * Adds one row. Returns its id.
 * @param replaced the id of an entry that becomes this one
 * @throws units.unknown, people.unknown, parties.ends_before, parties.overlaps, parties.not_shared
 */
export function enterParty(db: Db, input: Entering, now: Moment, replaced?: string): string {
  const { unitId, personId, role, since, until = null, share } = input;
  refuseUnknown(db, unitId);
  personById(db, personId, "personId");
  if (until !== null && until < since) throw unitsError("parties.ends_before", { field: "until" });
  if (role !== "owner" && share !== undefined)
    throw unitsError("parties.not_shared", { field: "share" });
  const same = ofUnit(db)(unitId).filter(
    (party) => party.personId === personId && party.role === role,
  );
  // One that was ended on its first day stands in no other's way.
  const meets = (party: Found) =>
    (until === since && party.since === since) ||
    (!isOneDay(party) && periodsMeet(party, { since, until }));
  if (same.some(meets)) throw unitsError("parties.overlaps", { field: "since" });
  if (replaced) {
    db.update(unitParties).set({ role, since, until }).where(eq(unitParties.id, replaced)).run();
    return replaced;
  }
  const id = newId();
  insertParty(db).run({
    id,
    unitId,
    personId,
    role,
    share: role === "owner" ? (share ?? wholeShare) : null,
    votes: false,
    since,
    until,
    createdAt: now.at,
  } satisfies Row);
  return id;
}

/**
 * The entry of an occupant who turns out to be the unit's tenant: until now the register only knew that
 * they live there, from their address. A tenancy that is over says nothing of how they live there now.
 */
function occupancyOfTenant(db: Db, input: NewParty, today: Day): Found | undefined {
  const { unitId, personId, role, since, until = null } = input;
  if (role !== "tenant" || (until !== null && until <= today)) return undefined;
  return ofUnit(db)(unitId).find(
    (party) =>
      party.personId === personId &&
      party.role === "occupant" &&
      party.until === null &&
      periodsMeet(party, { since, until }),
  );
}

/**
 * Enters somebody as a unit's owner, tenant and so on. An occupant who becomes its tenant was one until
 * the day before. Returns the entry's id.
 * @throws units.unknown, people.unknown, parties.ends_before, parties.overlaps, parties.too_much,
 *   parties.not_shared
 */
export function addParty(db: Db, by: Actor, input: NewParty, now: Moment): string {
  return createOnce(db, by, now.at, { action: "parties.add", input }, () => {
    const { unitId, ...after } = input;
    const known = occupancyOfTenant(db, input, now.today);
    const isEarlier = known !== undefined && known.since < input.since;
    if (isEarlier) {
      const until = dayAfter(input.since, -1);
      endParty(db, by, { partyId: known.id, until }, now);
    }
    const replaced = isEarlier ? undefined : known;
    const id = enterParty(db, input, now, replaced?.id);
    refuseTooMuch(db, unitId);
    const before = replaced && {
      personId: replaced.personId,
      role: replaced.role,
      since: replaced.since,
    };
    recordChange(db, by, now.at, { action: "parties.add", subjectId: unitId, before, after });
    return id;
  });
}

/** An address that was typed for somebody is theirs no more. */
export const forgetTypedAddress = (db: Db, personId: string): void =>
  void db.update(people).set({ address: "" }).where(eq(people.id, personId)).run();

/**
 * Enters a last day. An address that they had before living there does not come back; whoever had left
 * already keeps the one that was typed since.
 */
export function leave(
  db: Db,
  party: Pick<Row, "id" | "personId" | "role" | "until">,
  until: Day,
  today: Day,
): void {
  db.update(unitParties).set({ until }).where(eq(unitParties.id, party.id)).run();
  const hadLeft = party.until !== null && party.until < today;
  if (!hadLeft && homeAmong([party])) forgetTypedAddress(db, party.personId);
}

/** @throws parties.unknown */
function partyById(db: Db, id: string): Row {
  const party = db.select().from(unitParties).where(eq(unitParties.id, id)).get();
  if (!party) throw unitsError("parties.unknown", { field: "partyId" });
  return party;
}

/**
 * Enters the last day of an ownership, a tenancy and so on.
 * @throws parties.unknown, parties.ends_before, parties.overlaps
 */
export function endParty(db: Db, by: Actor, { partyId, until }: Ending, now: Moment): void {
  write(db, () => {
    const party = partyById(db, partyId);
    const { unitId, personId, role, since, until: before } = party;
    if (until < since) throw unitsError("parties.ends_before", { field: "until" });
    const others = ofUnit(db)(unitId).filter(
      (other) => other.personId === personId && other.role === role && other.id !== partyId,
    );
    if (others.some((other) => !isOneDay(other) && periodsMeet(other, { since, until })))
      throw unitsError("parties.overlaps", { field: "until" });
    leave(db, party, until, now.today);
    refuseTooMuch(db, unitId);
    recordChange(db, by, now.at, {
      action: "parties.end",
      subjectId: unitId,
      before: { personId, role, until: before },
      after: { personId, role, until },
    });
  });
}

/** Names the owner who votes for a unit; the others of today or later who own it with them no longer do. */
export function setVoter(db: Db, by: Actor, partyId: string, now: Moment): void {
  write(db, () => {
    const party = partyById(db, partyId);
    const { unitId, personId, role } = party;
    if (role !== "owner") throw unitsError("parties.unknown", { field: "partyId" });
    // Earlier periods stay as they are: an owner who has left by now voted until then.
    const losing = ofUnit(db)(unitId).filter(
      (other) =>
        other.votes &&
        other.id !== partyId &&
        (other.until === null || other.until >= now.today) &&
        periodsMeet(other, party),
    );
    if (party.votes && losing.length === 0) return;
    for (const { id } of losing)
      db.update(unitParties).set({ votes: false }).where(eq(unitParties.id, id)).run();
    db.update(unitParties).set({ votes: true }).where(eq(unitParties.id, partyId)).run();
    recordChange(db, by, now.at, {
      action: "parties.vote",
      subjectId: unitId,
      before: losing[0] && { personId: losing[0].personId },
      after: { personId },
    });
  });
}

const labelById = prepared((db) =>
  db
    .select({ label: units.label })
    .from(units)
    .where(eq(units.id, sql.placeholder("unitId"))),
);

/** A unit's label, also of one that was removed. */
export const labelOf = (db: Db, unitId: string): string | undefined =>
  labelById(db).get({ unitId })?.label;
