import { and, eq } from "drizzle-orm";
import type { Db } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { personById, personEver, removePerson } from "../../people/service.ts";
import { areasOf, endArea } from "../areas/service.ts";
import { unitsError } from "../errors.ts";
import { moveIn } from "../occupancy/homes.ts";
import {
  enterParty,
  historyOf,
  isOneDay,
  leave,
  type Party,
  refuseTooMuch,
  refuseUnknown,
  unitsOfPerson,
} from "../occupancy/service.ts";
import { unitParties } from "../occupancy/table.ts";
import type { Transfer } from "./schema.ts";

/**
 * Enters that a unit changed hands: who owned it leaves on that day, and the new owners come. Its
 * tenants stay, because a sale does not end a lease, and so do its areas and everybody else who is
 * not named. Returns the unit's id.
 * @throws units.unknown, people.unknown, transfers.before_last, transfers.twice,
 *   transfers.not_theirs, transfers.keeps_sign_in, parties.unknown, parties.too_much, areas.unknown,
 *   areas.ends_before, areas.taken
 */
export function transferUnit(db: Db, by: Actor, input: Transfer, now: Moment): string {
  return createOnce(db, by, now.at, { action: "transfers.enter", input }, () =>
    enterTransfer(db, by, input, now),
  );
}

/** The same, within a change that is counted and made once itself. */
function enterTransfer(db: Db, by: Actor, input: Transfer, now: Moment): string {
  const { unitId, on: day, owners, voter, bondholder } = input;
  refusePeople(db, input);
  const before = historyOf(db, unitId);
  const owned = before.filter((party) => party.role === "owner" && !isOneDay(party));
  if (owned.some(({ since }) => since >= day))
    throw unitsError("transfers.before_last", { field: "on" });
  const leaving = owned.filter(({ until }) => until === null || until > day);
  const ending = ended(before, input);
  for (const party of [...leaving, ...movingOut(before, leaving, input), ...ending])
    leave(db, party, day, now.today);
  endAreas(db, by, input, now);
  const gone = leaving.map(({ personId }) => personId);
  for (const owner of owners) {
    enterParty(db, { unitId, role: "owner", since: day, ...owner }, now);
    // An owner who keeps a share lives where they lived before.
    if (input.moveIn && !gone.includes(owner.personId))
      moveIn(db, unitId, owner.personId, day, now);
  }
  if (bondholder) {
    const bond = { unitId, personId: bondholder, role: "bondholder", since: day } as const;
    enterParty(db, bond, now);
  }
  refuseTooMuch(db, unitId, "owners.0.share");
  if (voter) giveVote(db, unitId, voter, day);
  recordChange(db, by, now.at, {
    action: "transfers.enter",
    subjectId: unitId,
    before: { owners: gone },
    after: {
      since: day,
      owners,
      voter,
      moveIn: input.moveIn,
      moveOut: input.moveOut,
      bondholder,
      ended: ending.map(({ personId, role }) => ({ personId, role })),
    },
  });
  for (const id of input.endSignIn) endSignIn(db, by, id, gone, now);
  return unitId;
}

/**
 * Removes an owner who left, as Residents does: then they can no longer log in.
 * @throws transfers.keeps_sign_in if they have a unit, or work for the building
 */
function endSignIn(db: Db, by: Actor, id: string, gone: readonly string[], now: Moment): void {
  const isHere = unitsOfPerson(db, id).some(({ until }) => until === null || until > now.today);
  if (!gone.includes(id) || isHere || personEver(db, id)?.role !== "Resident")
    throw unitsError("transfers.keeps_sign_in", { field: `endSignIn.${id}` });
  removePerson(db, by, { id, role: "Resident" }, now);
}

/** @throws units.unknown, people.unknown, transfers.twice, transfers.not_theirs */
function refusePeople(db: Db, { unitId, owners, voter, bondholder }: Transfer): void {
  refuseUnknown(db, unitId);
  const seen = new Set<string>();
  for (const [index, { personId }] of owners.entries()) {
    const field = `owners.${index}.personId`;
    personById(db, personId, field);
    if (seen.has(personId)) throw unitsError("transfers.twice", { field });
    seen.add(personId);
  }
  if (voter && !seen.has(voter)) throw unitsError("transfers.not_theirs", { field: "voter" });
  if (bondholder) personById(db, bondholder, "bondholder");
}

/** The leaving owners who live there on that day and move out. */
function movingOut(
  before: readonly Party[],
  leaving: readonly Party[],
  { moveOut, owners, on: day }: Transfer,
): Party[] {
  if (!moveOut) return [];
  const gone = new Set(leaving.map(({ personId }) => personId));
  for (const { personId } of owners) gone.delete(personId);
  return before.filter(
    ({ role, personId, since, until }) =>
      role === "occupant" && since <= day && (until === null || until > day) && gone.has(personId),
  );
}

/** The entries that end with the sale, and not before. @throws parties.unknown, parties.ends_before */
function ended(before: readonly Party[], { endParties, on: day }: Transfer): Party[] {
  const chosen = endParties.map((each) => {
    const field = `endParties.${each}`;
    const party = before.find(({ id }) => id === each);
    if (!party || party.role === "owner") throw unitsError("parties.unknown", { field });
    if (party.since > day) throw unitsError("parties.ends_before", { field });
    return party;
  });
  return chosen.filter(({ until }) => until === null || until > day);
}

/** @throws areas.unknown, areas.ends_before, areas.taken */
function endAreas(db: Db, by: Actor, { unitId, endAreas, on: until }: Transfer, now: Moment): void {
  const own = new Set(areasOf(db, unitId).map(({ id }) => id));
  for (const areaId of endAreas) {
    if (!own.has(areaId)) throw unitsError("areas.unknown", { field: `endAreas.${areaId}` });
    endArea(db, by, { areaId, until }, now);
  }
}

function giveVote(db: Db, unitId: string, personId: string, since: Day): void {
  const theirs = and(
    eq(unitParties.unitId, unitId),
    eq(unitParties.personId, personId),
    eq(unitParties.role, "owner"),
    eq(unitParties.since, since),
  );
  db.update(unitParties).set({ votes: true }).where(theirs).run();
}
