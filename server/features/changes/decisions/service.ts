import { eq, gt } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import type { Db } from "../../../database/open.ts";
import type { Watched } from "../../../database/rowChanges.ts";
import { AppError } from "../../../errors.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import { accountByEmail } from "../../../platform/auth/accounts.ts";
import { accounts } from "../../../platform/auth/table.ts";
import { type Day, dayAfter, type Moment } from "../../../platform/clock/clock.ts";
import { outgoingMail } from "../../../platform/mail/table.ts";
import { takeBack, undoable } from "../../../platform/undo/undo.ts";
import {
  addPersonWithoutSignIn,
  fullName,
  fullNamesOf,
  personById,
  personEver,
  type tellSharedEmail,
} from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { areasOf } from "../../units/areas/service.ts";
import { unitAreas } from "../../units/areas/table.ts";
import {
  addParty,
  endParty,
  livesThere,
  type Party,
  partiesOf,
} from "../../units/occupancy/service.ts";
import { unitParties } from "../../units/occupancy/table.ts";
import { units } from "../../units/table.ts";
import { transferUnit } from "../../units/transfers/service.ts";
import { changesError } from "../errors.ts";
import type { NoticeKind } from "../notices/schema.ts";
import {
  decide,
  type Notice,
  noticeById,
  personMeantBy,
  tellOfNotice,
  waitingById,
} from "../notices/service.ts";
import { changeNotices } from "../notices/table.ts";
import type { Confirmation, Refusal } from "./schema.ts";

/** The decision about a notice, for the person who announced it. */
export interface NoticeDecision {
  personId: string;
  /** The person to tell, and their email; empty if they have none. */
  name: string;
  email: string;
  kind: NoticeKind;
  unit: string;
  state: "Confirmed" | "Refused";
  reason: string;
}
type Tell = (decision: NoticeDecision) => void;

/** Tells who announced it, unless they were removed. */
function tellAnnouncer(
  db: Db,
  tell: Tell,
  notice: Notice,
  state: NoticeDecision["state"],
  reason = "",
) {
  const person = personEver(db, notice.announcedBy);
  if (!person || person.removedAt) return;
  const { id: personId, name, email } = person;
  tell({ personId, name, email, kind: notice.kind, unit: unitOf(db, notice).label, state, reason });
}

function unitOf(db: Db, { unitId }: Notice) {
  const unit = db
    .select({ id: units.id, label: units.label, removedAt: units.removedAt })
    .from(units)
    .where(eq(units.id, unitId))
    .get();
  if (!unit) throw changesError("changes.unit_removed");
  return unit;
}

/**
 * One notice, with its unit and who has it today; also of a unit that was removed meanwhile.
 * @throws changes.unknown
 */
export function noticeForAdmin(db: Db, noticeId: string, today: Day) {
  const notice = noticeById(db, noticeId);
  const { removedAt, ...unit } = unitOf(db, notice);
  const names = fullNamesOf(db, [notice.announcedBy, notice.decidedBy]);
  const parties = partiesOf(db, notice.unitId, today);
  const leaver = notice.partyId ? partyById(db, notice.partyId) : null;
  return {
    ...notice,
    announcer: names.get(notice.announcedBy) ?? "",
    decider: names.get(notice.decidedBy) ?? null,
    /** The person who proved that the announced email is theirs, and so is in the register already. */
    signsIn: provenHolder(db, notice.email),
    who: leaver ? nameOf(db, leaver.personId) : fullName(notice),
    unit: { ...unit, removed: removedAt !== null },
    parties,
    areas: areasOf(db, notice.unitId).filter(({ until }) => until === null),
  };
}

/** Anybody may type an address. Only a link that was mailed to it says whose it is. */
function provenHolder(db: Db, email: string): string | null {
  const account = email === "" ? undefined : accountByEmail(db, email);
  return account?.emailVerifiedAt ? account.id : null;
}

const nameOf = (db: Db, personId: string) => fullNamesOf(db, [personId]).get(personId) ?? "";

const partyById = (db: Db, id: string) =>
  db.select().from(unitParties).where(eq(unitParties.id, id)).get();

/** The functions that tell people of a confirmation. */
interface Telling {
  decided: Tell;
  /** For a new person who shares somebody's email. */
  shared: ReturnType<typeof tellSharedEmail>;
}

/**
 * Enters in the register what was announced, and confirms it; both or neither.
 * @throws changes.unknown, changes.decided, changes.unit_removed,
 *   changes.who_missing, changes.no_longer_owner, changes.not_resident,
 *   changes.left_already, and what entering it in the register throws
 */
export function confirmNotice(
  db: Db,
  by: Actor,
  input: Confirmation,
  now: Moment,
  tell: Telling,
): void {
  const { noticeId } = input;
  const once = { action: "changes.confirm", input };
  createOnce(db, by, now.at, once, () => {
    undoable(db, by, now, decidedRows(noticeId), () => {
      const notice = waitingById(db, noticeId);
      if (unitOf(db, notice).removedAt) throw changesError("changes.unit_removed");
      const personId = enter(db, by, notice, input, now, tell.shared);
      const decision = { state: "Confirmed", personId, day: input.on } as const;
      decide(db, by, notice, { ...decision, action: once.action }, now);
      tellAnnouncer(db, tell.decided, notice, "Confirmed");
    });
    return noticeId;
  });
}

/**
 * Confirms what an admin entered in the register before.
 * @throws changes.unknown, changes.decided
 */
export function confirmEntered(db: Db, by: Actor, noticeId: string, now: Moment, tell: Tell): void {
  undoable(db, by, now, decidedRows(noticeId), () => {
    const notice = waitingById(db, noticeId);
    const more = { enteredBefore: true };
    const personId = notice.personId ?? personMeantBy(db, notice);
    const decision = { state: "Confirmed", personId, action: "changes.confirm", more } as const;
    decide(db, by, notice, decision, now);
    tellAnnouncer(db, tell, notice, "Confirmed");
  });
}

/**
 * Refuses a notice. The register stays as it is.
 * @throws changes.unknown, changes.decided
 */
export function refuseNotice(
  db: Db,
  by: Actor,
  { noticeId, reason }: Refusal,
  now: Moment,
  tell: Tell,
): void {
  undoable(db, by, now, decidedRows(noticeId), () => {
    const notice = waitingById(db, noticeId);
    decide(db, by, notice, { state: "Refused", reason, action: "changes.refuse" }, now);
    tellAnnouncer(db, tell, notice, "Refused", reason);
  });
}

/** The rows that a decision changes, first what others refer to; and the mails from now on. */
const decidedRows = (noticeId: string): Watched[] => [
  ...[people, accounts, unitParties, unitAreas].map((table) => ({ table })),
  { table: changeNotices, where: eq(changeNotices.id, noticeId) },
  { table: outgoingMail, where: gt(outgoingMail.id, newId()) },
];

/**
 * Takes one's decision back: the notice waits again, the register is as it was, and nobody is told.
 * @throws changes.unknown, undo.too_late, undo.changed_since
 */
export function undoDecision(db: Db, by: Actor, noticeId: string, now: Moment): void {
  const once = { action: "changes.undo", input: { noticeId } };
  createOnce(db, by, now.at, once, () => {
    const { state, unitId } = noticeById(db, noticeId);
    takeBack(db, by, noticeId, now, () => {
      const change = { before: { state }, after: { state: "Waiting", unitId } };
      recordChange(db, by, now.at, { action: once.action, subjectId: noticeId, ...change });
      tellOfNotice(db, by, noticeId, now);
    });
    return noticeId;
  });
}

/** Does what was announced. Returns who came or left. */
function enter(
  db: Db,
  by: Actor,
  notice: Notice,
  input: Confirmation,
  now: Moment,
  tellShared: Telling["shared"],
): string {
  if (notice.kind === "moves out") return enterLeaving(db, by, notice, input, now);
  const personId = newcomerOf(db, by, input, now, tellShared);
  if (notice.kind === "sale") enterSale(db, by, notice, { ...input, personId }, now);
  else
    withFieldNames({ since: "on" }, () =>
      addParty(db, by, { ...placeOf(notice), personId, since: input.on }, now),
    );
  return personId;
}

const placeOf = ({ unitId, kind }: Notice) => ({
  unitId,
  role: kind === "tenant" ? ("tenant" as const) : ("occupant" as const),
});

/** Somebody of the register, or somebody who is added to it. */
function newcomerOf(
  db: Db,
  by: Actor,
  { personId, person }: Confirmation,
  now: Moment,
  tellShared: Telling["shared"],
): string {
  if (personId) {
    return personById(db, personId, "personId").id;
  }
  if (!person) throw changesError("changes.who_missing", { field: "personId" });
  const details = { ...person, surname: person.surname ?? "" };
  return withFieldNames({ email: "person.email" }, () =>
    addPersonWithoutSignIn(db, by, details, now, tellShared),
  );
}

/** The one who announced it must still be the owner; else another sale was entered meanwhile. */
function enterSale(
  db: Db,
  by: Actor,
  { unitId, announcedBy }: Notice,
  { on, personId, share, owners, ...input }: Confirmation & { personId: string },
  now: Moment,
): void {
  const before = partiesOf(db, unitId, dayAfter(on, -1));
  const owns = (party: Party) => party.role === "owner" && party.personId === announcedBy;
  if (!before.some(owns)) throw changesError("changes.no_longer_owner", { field: "on" });
  const { moveIn, moveOut, endParties, endAreas, bondholder } = input;
  const asked = { moveIn, moveOut, endParties, endAreas, bondholder };
  const sale = { unitId, on, ...asked, voter: undefined, endSignIn: [] };
  const comes = { personId, share };
  withFieldNames({ "owners.0.personId": "personId", "owners.0.share": "share" }, () =>
    transferUnit(db, by, { ...sale, owners: [comes, ...owners] }, now),
  );
}

/** Returns who left. */
function enterLeaving(
  db: Db,
  by: Actor,
  notice: Notice,
  { partyId = notice.partyId ?? undefined, on }: Confirmation,
  now: Moment,
): string {
  if (!partyId) throw changesError("changes.who_missing", { field: "partyId" });
  const party = partyById(db, partyId);
  if (!party || party.unitId !== notice.unitId || !livesThere.includes(party.role))
    throw changesError("changes.not_resident", { field: "partyId" });
  personById(db, party.personId, "partyId");
  if (party.until !== null && party.until <= on)
    throw changesError("changes.left_already", { field: "partyId" });
  withFieldNames({ until: "on" }, () => endParty(db, by, { partyId, until: on }, now));
  return party.personId;
}

/** Runs this, and gives the fields that its refusals blame the names that they have here. */
function withFieldNames<T>(names: Readonly<Record<string, string>>, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const field = error instanceof AppError && error.field && names[error.field];
    if (!(error instanceof AppError) || !field) throw error;
    throw new AppError(error.code, { field, message: error.message });
  }
}
