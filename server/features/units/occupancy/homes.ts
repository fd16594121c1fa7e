import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { type Db, prepared } from "../../../database/open.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { grouped } from "../../../platform/lists/grouped.ts";
import { unitKey } from "../../../platform/validation/keys.ts";
import { people } from "../../people/table.ts";
import { units } from "../table.ts";
import {
  dwellersIn,
  enterParty,
  everywhere,
  fewOfPerson,
  fewOfUnit,
  forgetTypedAddress,
  heldByPerson,
  heldOn,
  homeAmong,
  isOneDay,
  labelOf,
  livesThere,
  ofPerson,
  type Party,
  partiesOf,
} from "./service.ts";

const homeOf = (db: Db, personId: string, day: Day) => homeAmong(heldByPerson(db, personId, day));

/** The people with the same home as somebody on a day, and they themselves. */
export function housemates(db: Db, personId: string, day: Day): string[] {
  const home = homeOf(db, personId, day);
  const others = home ? heldOn(fewOfUnit(db)(home.unitId), day) : [];
  return [...new Set([personId, ...others.map((party) => party.personId)])];
}

/** Whether a person's address comes from the units they have. */
export const hasAddressFromRegister = (db: Db, personId: string, day: Day): boolean =>
  homeOf(db, personId, day) !== undefined;

/** Somebody with the address that was typed for them. */
type Addressee = Pick<typeof people.$inferSelect, "id" | "address">;

/**
 * The address of a person on a day: the label of their home or else of what they own. Only who is
 * in no unit has the address that was typed for them, which may be empty.
 */
export function addressOf(db: Db, { id, address }: Addressee, day: Day): string {
  const home = homeOf(db, id, day);
  return (home && labelOf(db, home.unitId)) ?? address;
}

/** The address for letters to somebody on a day; empty if nobody knows. */
export const letterAddressOf = (
  db: Db,
  person: Addressee & Pick<typeof people.$inferSelect, "serviceAddress">,
  day: Day,
): string => person.serviceAddress || addressOf(db, person, day);

/** The home of each person, of everybody who had something to do with any unit on a day. */
export function homesAmong(parties: readonly Party[]): (personId: string) => Party | undefined {
  const theirs = grouped(parties, ({ personId }) => personId);
  return (personId) => homeAmong(theirs.get(personId) ?? []);
}

/** The addresses of many people on a day. */
export function addressesOn(db: Db, day: Day): (person: Addressee) => string {
  const homeThen = homesAmong(heldOn(everywhere(db)(), day));
  return ({ id, address }) => {
    const home = homeThen(id);
    return (home && labelOf(db, home.unitId)) ?? address;
  };
}

/**
 * Whether the register has units of somebody, but none of them on this day: they sold it, moved out, or
 * have yet to come.
 */
export const hasNoUnit = (db: Db, personId: string, day: Day): boolean =>
  homeAmong(lastingOf(db, personId)) !== undefined && homeOf(db, personId, day) === undefined;

/** All that the register has of somebody, without what was entered by mistake. */
const lastingOf = (db: Db, personId: string) =>
  fewOfPerson(db)(personId).filter((party) => !isOneDay(party));

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
  const ever = lastingOf(db, personId);
  const now = heldByPerson(db, personId, day);
  const owned = now.filter(({ role }) => role === "owner");
  if (owned.length === 0 || now.some(({ role }) => livesThere.includes(role))) return false;
  const movedOutOf = (unitId: string) =>
    ever.some(
      (party) => party.unitId === unitId && livesThere.includes(party.role) && party.since <= day,
    );
  return owned.every(({ unitId }) => movedOutOf(unitId) || isOthersHome(db, unitId, day));
}

/**
 * The people who say who may come to a unit on a day: those who live there, and its owners unless it is
 * somebody else's home or they live in another unit.
 */
export function hostsIn(db: Db, unitId: string, day: Day): string[] {
  const parties = partiesOf(db, unitId, day);
  const livesInAnother = (personId: string) =>
    heldByPerson(db, personId, day).some(
      (party) => livesThere.includes(party.role) && party.unitId !== unitId,
    );
  const owners = isOthersHome(db, unitId, day)
    ? []
    : parties.filter(
        ({ role, personId }) =>
          role === "owner" && !livesInAnother(personId) && !livesElsewhere(db, personId, day),
      );
  return [...new Set([...dwellersIn(parties), ...owners].map(({ personId }) => personId))];
}

/** Whether a person lives elsewhere on a day, and moves into no unit later as far as is known. */
export function staysElsewhere(db: Db, personId: string, day: Day): boolean {
  if (!livesElsewhere(db, personId, day)) return false;
  return fewOfPerson(db)(personId)
    .filter((party) => party.since > day && homeAmong([party]))
    .every(({ since }) => livesElsewhere(db, personId, since));
}

/** Whether somebody lives there who does not own it. */
function isOthersHome(db: Db, unitId: string, today: Day): boolean {
  const parties = heldOn(fewOfUnit(db)(unitId), today);
  const owners = new Set(
    parties.flatMap(({ role, personId }) => (role === "owner" ? personId : [])),
  );
  return parties.some(({ role, personId }) => livesThere.includes(role) && !owners.has(personId));
}

const unitWithKey = prepared((db) =>
  db
    .select({ id: units.id })
    .from(units)
    .where(and(eq(units.labelKey, sql.placeholder("labelKey")), isNull(units.removedAt))),
);

/** Enters somebody as an occupant, unless they live there already. */
export function moveIn(db: Db, unitId: string, personId: string, since: Day, now: Moment): void {
  const lives = ofPerson(db)(personId).some(
    (party) => party.unitId === unitId && livesThere.includes(party.role) && party.until === null,
  );
  if (!lives) enterParty(db, { unitId, personId, role: "occupant", since }, now);
}

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

/**
 * The same for everybody, after units got labels that people's addresses may have had before.
 * @param others those of whom somebody says where they live
 */
export function moveInByAddress(
  db: Db,
  now: Moment,
  others: ReadonlySet<string | undefined> = new Set(),
): void {
  const { id, address, removedAt } = people;
  const addressed = and(isNull(removedAt), ne(address, ""));
  for (const person of db.select({ id, address }).from(people).where(addressed).all())
    if (!others.has(person.id)) moveInAt(db, person, now, true);
}
