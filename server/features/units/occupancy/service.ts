import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, placeholdersOf, prepared, write } from "../../../database/open.ts";
import { wholeOf } from "../../../database/pagination.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import type { RowsAbout } from "../../../platform/lists/longList.ts";
import { unitKey } from "../../../platform/validation/keys.ts";
import { peopleError } from "../../people/errors.ts";
import { fullName, personEver, refuseUnknownPerson } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { unitsError } from "../errors.ts";
import { units } from "../table.ts";
import { type About, type Ending, type NewParty, type PartyRole, wholeShare } from "./schema.ts";
import { unitParties } from "./table.ts";

// The service of units is built on this one, which knows only the table of units.

const columns = {
  id: unitParties.id,
  unitId: unitParties.unitId,
  personId: unitParties.personId,
  role: unitParties.role,
  share: unitParties.share,
  votes: unitParties.votes,
  since: unitParties.since,
  until: unitParties.until,
  name: people.name,
  surname: people.surname,
  removedOn: people.removedOn,
};

type Row = typeof unitParties.$inferSelect;

/** Somebody's time in a unit, with their name. */
export interface Party extends Omit<Row, "createdAt"> {
  name: string;
}

type Found = Party & Pick<typeof people.$inferSelect, "removedOn">;

const listOf = (where?: SQL, read: typeof wholeOf = wholeOf) =>
  prepared((db) => {
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

const ofUnit = listOf(eq(unitParties.unitId, sql.placeholder("id")));
const ofPerson = listOf(eq(unitParties.personId, sql.placeholder("id")));
const everywhere = listOf();

/**
 * More than one person or one unit has in any building. A session reads these, so it must not be
 * refused because a list is too long.
 */
const few: typeof wholeOf = (read) => read(2_000);
const fewOfPerson = listOf(eq(unitParties.personId, sql.placeholder("id")), few);
const fewOfUnit = listOf(eq(unitParties.unitId, sql.placeholder("id")), few);

type Dated = Pick<Found, "unitId" | "role" | "since" | "until" | "removedOn">;

/**
 * The rows that held on a day. A last day still counts, unless somebody else of that role takes
 * over on it: a unit is the new owner's on the day of registration. Whoever was removed from the
 * register is gone from that day on.
 */
function on<Row extends Dated>(rows: readonly Row[], day: Day): Row[] {
  const place = ({ unitId, role }: Dated) => `${unitId} ${role}`;
  const begins = new Set(rows.filter(({ since }) => since === day).map(place));
  return rows.filter((row) => {
    const { since, until, removedOn } = row;
    if (since > day || (removedOn !== null && removedOn <= day)) return false;
    if (until === day) return since === day || !begins.has(place(row));
    return until === null || until > day;
  });
}

const withoutRemoval = ({ removedOn: _, ...party }: Found): Party => party;

/** Everybody who had something to do with a unit on a day. */
export const partiesOf = (db: Db, unitId: string, day: Day): Party[] =>
  on(ofUnit(db)(unitId), day).map(withoutRemoval);

/** The same for all units, by the unit's id. */
export function partiesByUnit(db: Db, day: Day): Map<string, Party[]> {
  const byUnit = new Map<string, Party[]>();
  for (const party of on(everywhere(db)(), day).map(withoutRemoval))
    byUnit.set(party.unitId, [...(byUnit.get(party.unitId) ?? []), party]);
  return byUnit;
}

/** Everybody who ever had something to do with any unit. */
export const everyParty = (db: Db): Party[] => everywhere(db)().map(withoutRemoval);

/** Everybody who ever had something to do with a unit, the latest first. */
export const historyOf = (db: Db, unitId: string): Party[] =>
  ofUnit(db)(unitId).map(withoutRemoval).reverse();

/** A person's units, now and earlier, the latest first. */
export const unitsOfPerson = (db: Db, personId: string) =>
  ofPerson(db)(personId)
    .map((party) => ({ ...withoutRemoval(party), unit: labelOf(db, party.unitId) ?? "" }))
    .reverse();

/** The roles of those who live in a unit. */
export const livesThere: readonly PartyRole[] = ["tenant", "occupant"];

/** The parties who live in their unit. */
export const dwellersIn = (parties: readonly Party[]): Party[] =>
  parties.filter(({ role }) => livesThere.includes(role));

/** The people who live in a unit on a day. */
export const residentsOf = (db: Db, unitId: string, day: Day): Party[] =>
  dwellersIn(partiesOf(db, unitId, day));

/** The owner who votes for a unit on a day: the only one, or the one who was named (PMR 20(7)). */
export function voterOf(db: Db, unitId: string, day: Day): Party | null {
  const owners = partiesOf(db, unitId, day).filter(({ role }) => role === "owner");
  const [only, another] = owners;
  if (only && !another) return only;
  return owners.find(({ votes }) => votes) ?? null;
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
    .where(and(eq(units.id, sql.placeholder("id")), isNull(units.removedAt)))
    .prepare(),
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
  const owners = ofUnit(db)(unitId).filter(({ role }) => role === "owner");
  for (const { since } of owners) {
    const then = on(owners, since);
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

const insertParty = prepared((db) =>
  db.insert(unitParties).values(placeholdersOf(unitParties)).prepare(),
);

/** Adds one row. @throws people.unknown, parties.ends_before, parties.overlaps, parties.not_shared */
export function enterParty(db: Db, input: Entering, now: Moment): string {
  const { unitId, personId, role, since, until = null, share } = input;
  refuseUnknown(db, unitId);
  refuseUnknownPerson(db, personId);
  if (until !== null && until < since) throw unitsError("parties.ends_before", { field: "until" });
  if (role !== "owner" && share !== undefined)
    throw unitsError("parties.not_shared", { field: "share" });
  const theirs = ofUnit(db)(unitId).filter((party) => party.personId === personId);
  const same = theirs.filter((party) => party.role === role);
  if (same.some((party) => periodsMeet(party, { since, until })))
    throw unitsError("parties.overlaps", { field: "since" });
  // Until now the register only knew that they live there, from their address.
  const known = theirs.find((party) => party.role === "occupant" && party.until === null);
  if (role === "tenant" && known) {
    db.update(unitParties).set({ role, since, until }).where(eq(unitParties.id, known.id)).run();
    return known.id;
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
 * Enters somebody as a unit's owner, tenant and so on. Returns the entry's id.
 * @throws units.unknown, people.unknown, parties.ends_before, parties.overlaps, parties.too_much,
 *   parties.not_shared
 */
export function addParty(db: Db, by: Actor, input: NewParty, now: Moment): string {
  return createOnce(db, by, now.at, { action: "parties.add", input }, () => {
    const id = enterParty(db, input, now);
    refuseTooMuch(db, input.unitId);
    const { unitId, ...after } = input;
    recordChange(db, by, now.at, { action: "parties.add", subjectId: unitId, after });
    return id;
  });
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
    if (others.some((other) => periodsMeet(other, { since, until })))
      throw unitsError("parties.overlaps", { field: "until" });
    leave(db, party, { until });
    refuseTooMuch(db, unitId);
    recordChange(db, by, now.at, {
      action: "parties.end",
      subjectId: unitId,
      before: { personId, role, until: before },
      after: { personId, role, until },
    });
  });
}

/** Names the owner who votes for a unit; the others of that time no longer do. */
export function setVoter(db: Db, by: Actor, partyId: string, now: Moment): void {
  write(db, () => {
    const { unitId, personId, role } = partyById(db, partyId);
    if (role !== "owner") throw unitsError("parties.unknown", { field: "partyId" });
    const isOwner = and(eq(unitParties.unitId, unitId), eq(unitParties.role, "owner"));
    const isVoter = and(isOwner, eq(unitParties.votes, true));
    const voters = db.select({ id: unitParties.id }).from(unitParties).where(isVoter).all();
    if (voters.length === 1 && voters[0]?.id === partyId) return;
    db.update(unitParties).set({ votes: false }).where(isOwner).run();
    db.update(unitParties).set({ votes: true }).where(eq(unitParties.id, partyId)).run();
    recordChange(db, by, now.at, {
      action: "parties.vote",
      subjectId: unitId,
      after: { personId },
    });
  });
}

const labelById = prepared((db) =>
  db
    .select({ label: units.label })
    .from(units)
    .where(eq(units.id, sql.placeholder("unitId")))
    .prepare(),
);

/** A unit's label, also of one that was removed. */
export const labelOf = (db: Db, unitId: string): string | undefined =>
  labelById(db).get({ unitId })?.label;

const keysOfUnits = prepared((db) =>
  db
    .select({ id: units.id, key: units.labelKey })
    .from(units)
    .where(isNull(units.removedAt))
    .prepare(),
);

type PlacedRow = Parameters<RowsAbout["has"]>[0];

/**
 * Finds the id of the unit that a fine, a request or a visit is of: the one it names, or else the
 * only one that its person has or had. "3" is the Unit 3 of somebody with Units 3 and 7.
 */
export function unitOfRow(db: Db): (row: PlacedRow) => string | undefined {
  const all = keysOfUnits(db).all();
  const named = new Map(all.map(({ id, key }) => [key, id]));
  const numbers = new Map(all.map(({ id, key }) => [id, /(?<!\d)\d+$/.exec(key)?.[0]]));
  const unitsOf = new Map<string, Set<string>>();
  for (const { personId, unitId } of everywhere(db)())
    unitsOf.set(personId, (unitsOf.get(personId) ?? new Set()).add(unitId));
  return ({ person, room }) => {
    const key = unitKey(room);
    const meant = named.get(key);
    if (meant) return meant;
    const theirs = [...(unitsOf.get(person) ?? [])];
    const numbered = theirs.filter((id) => numbers.get(id) === key);
    const [only, another] = numbered.length > 0 ? numbered : theirs;
    return another ? undefined : only;
  };
}

/** @throws units.unknown */
function ofOneUnit(db: Db, unitId: string): RowsAbout {
  const label = labelOf(db, unitId);
  if (label === undefined) throw unitsError("units.unknown", { field: "unitId" });
  const unitOf = unitOfRow(db);
  return { label, has: (row) => unitOf(row) === unitId };
}

/** @throws people.unknown */
function ofOnePerson(db: Db, personId: string): RowsAbout {
  const found = personEver(db, personId);
  if (!found) throw peopleError("people.unknown", { field: "personId" });
  const has = ({ person }: PlacedRow) => person === personId;
  return { label: fullName(found), person: personId, has };
}

/**
 * The rows of a list that are wanted alone, and in words whose they are; undefined if all are.
 * @throws people.unknown, units.unknown
 */
export function rowsAbout(db: Db, { unitId, personId }: About): RowsAbout | undefined {
  const parts = [
    ...(personId ? [ofOnePerson(db, personId)] : []),
    ...(unitId ? [ofOneUnit(db, unitId)] : []),
  ];
  if (parts.length === 0) return undefined;
  return {
    label: parts.map(({ label }) => label).join(", "),
    person: personId,
    has: (row) => parts.every(({ has }) => has(row)),
  };
}

/** A person's roles in units on a day. */
export const partiesOfPerson = (db: Db, personId: string, day: Day): Party[] =>
  on(ofPerson(db)(personId), day).map(withoutRemoval);

/** The unit of somebody's where they live, or else one that they own. */
const homeAmong = <Row extends Pick<Party, "role">>(theirs: readonly Row[]): Row | undefined =>
  theirs.find(({ role }) => livesThere.includes(role)) ??
  theirs.find(({ role }) => role === "owner");

const homeOf = (db: Db, personId: string, day: Day) =>
  homeAmong(on(fewOfPerson(db)(personId), day));

/** Whether a person's address comes from the units they have. */
export const hasAddressFromRegister = (db: Db, personId: string, day: Day): boolean =>
  homeOf(db, personId, day) !== undefined;

/** Somebody with the address that was typed for them. */
type Addressee = Pick<typeof people.$inferSelect, "id" | "address">;

/**
 * Where somebody lives on a day: the label of their home or else of what they own. Only who is in no
 * unit has the address that was typed for them, which may be empty.
 */
export function addressOf(db: Db, { id, address }: Addressee, day: Day): string {
  const home = homeOf(db, id, day);
  return (home && labelOf(db, home.unitId)) ?? address;
}

/** Where letters to somebody go on a day; empty if nobody knows. */
export const letterAddressOf = (
  db: Db,
  person: Addressee & Pick<typeof people.$inferSelect, "serviceAddress">,
  day: Day,
): string => person.serviceAddress || addressOf(db, person, day);

/** Where many people live on a day. */
export function addressesOn(db: Db, day: Day): (person: Addressee) => string {
  const theirs = new Map<string, Party[]>();
  for (const party of on(everywhere(db)(), day))
    theirs.set(party.personId, [...(theirs.get(party.personId) ?? []), party]);
  return ({ id, address }) => {
    const home = homeAmong(theirs.get(id) ?? []);
    return (home && labelOf(db, home.unitId)) ?? address;
  };
}

const unitWithKey = prepared((db) =>
  db
    .select({ id: units.id })
    .from(units)
    .where(and(eq(units.labelKey, sql.placeholder("labelKey")), isNull(units.removedAt)))
    .prepare(),
);

/** Enters somebody as an occupant, unless they live there already. */
export function moveIn(db: Db, unitId: string, personId: string, since: Day, now: Moment): void {
  const lives = ofPerson(db)(personId).some(
    (party) => party.unitId === unitId && livesThere.includes(party.role) && party.until === null,
  );
  if (!lives) enterParty(db, { unitId, personId, role: "occupant", since }, now);
}

const forgetTypedAddress = (db: Db, personId: string): void =>
  void db.update(people).set({ address: "" }).where(eq(people.id, personId)).run();

/**
 * Somebody who got a unit's label for an address lives there from today on, and the register says so.
 * @param unlessKnown leaves those out whom the register has in it already, also earlier
 */
export function moveInAt(db: Db, person: Addressee, now: Moment, unlessKnown = false): void {
  const { id, address } = person;
  const unit = address === "" ? undefined : unitWithKey(db).get({ labelKey: unitKey(address) });
  if (!unit) return;
  const isKnown = unlessKnown && ofPerson(db)(id).some(({ unitId }) => unitId === unit.id);
  if (!isKnown) moveIn(db, unit.id, id, now.today, now);
  forgetTypedAddress(db, id);
}

/** The same for everybody, after units got labels that people's addresses may have had before. */
export function moveInByAddress(db: Db, now: Moment): void {
  const { id, address, removedAt } = people;
  const addressed = and(isNull(removedAt), ne(address, ""));
  for (const person of db.select({ id, address }).from(people).where(addressed).all())
    moveInAt(db, person, now, true);
}

/** Enters a last day. An address that they had before living there does not come back. */
export function leave(
  db: Db,
  party: Pick<Row, "id" | "personId" | "role">,
  last: { until: Day; votes?: false },
): void {
  db.update(unitParties).set(last).where(eq(unitParties.id, party.id)).run();
  if (homeAmong([party])) forgetTypedAddress(db, party.personId);
}

/**
 * Whether the register has units of somebody, but none of them on this day: they sold it, moved out, or
 * have yet to come.
 */
export function hasNoUnit(db: Db, personId: string, day: Day): boolean {
  const ever = fewOfPerson(db)(personId);
  return homeAmong(ever) !== undefined && homeAmong(on(ever, day)) === undefined;
}

/**
 * Whether a person is known to live in no unit on a day, so that visitors and the gate are not theirs:
 * they have none any more, or own some and live in none of them. The latter takes more than an ownership:
 * many buildings enter owners long before they enter who lives where. A unit is somebody else's home if
 * a tenant or occupant is there who does not own it (a couple who owns it may have only one of them
 * entered), or if the register says that the owner lived there and moved out. Owners of one such unit
 * and of another of which nothing is known may live in that.
 */
export function livesElsewhere(db: Db, personId: string, day: Day): boolean {
  if (hasNoUnit(db, personId, day)) return true;
  const ever = fewOfPerson(db)(personId);
  const now = on(ever, day);
  const owned = now.filter(({ role }) => role === "owner");
  if (owned.length === 0 || now.some(({ role }) => livesThere.includes(role))) return false;
  const movedOutOf = (unitId: string) =>
    ever.some(
      (party) => party.unitId === unitId && livesThere.includes(party.role) && party.since <= day,
    );
  return owned.every(({ unitId }) => movedOutOf(unitId) || isOthersHome(db, unitId, day));
}

/** Whether somebody lives there who does not own it. */
function isOthersHome(db: Db, unitId: string, today: Day): boolean {
  const parties = on(fewOfUnit(db)(unitId), today);
  const owners = new Set(
    parties.flatMap(({ role, personId }) => (role === "owner" ? personId : [])),
  );
  return parties.some(({ role, personId }) => livesThere.includes(role) && !owners.has(personId));
}

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
function places(rows: readonly Row[]): Row[][] {
  const byPlace = new Map<string, Row[]>();
  for (const row of rows) {
    const place = `${row.unitId} ${livesThere.includes(row.role) ? "home" : row.role}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), row]);
  }
  return [...byPlace.values()];
}

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
