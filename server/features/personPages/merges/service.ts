import { eq } from "drizzle-orm";
import { type Db, oncePerDatabase, write } from "../../../database/open.ts";
import { AppError } from "../../../errors.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import {
  maskedIdNumber,
  openIdNumber,
  sealIdNumber,
} from "../../../platform/idNumbers/idNumbers.ts";
import { forgetDoubleReads } from "../../announcements/notices/reads.ts";
import { nameWhoLeaves } from "../../changes/notices/service.ts";
import { countProofsOf } from "../../fines/proofs/service.ts";
import { countFinesOf } from "../../fines/service.ts";
import { countRequestsOf } from "../../maintenance/service.ts";
import { contactNames } from "../../people/schema.ts";
import {
  endSharing,
  fullName,
  knownPerson,
  mayLogIn,
  type Person,
  valuesOf,
} from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { joinParties } from "../../units/occupancy/joining.ts";
import { unitsOfPerson } from "../../units/occupancy/service.ts";
import { joinTerms, termsOf } from "../../units/trustees/service.ts";
import { countVisitsTo } from "../../visitors/service.ts";
import { personPagesError } from "../errors.ts";
import type { Merge } from "../schema.ts";

/** Every column that refers to a person: the foreign keys, and that of the mail, which has none. */
const references = oncePerDatabase((db) =>
  db.$client.prepare<[], { table: string; column: string }>(
    `SELECT m.name AS "table", k."from" AS "column"
    FROM sqlite_schema m, pragma_foreign_key_list(m.name) k
    WHERE m.type = 'table' AND k."table" = 'people'
    UNION ALL SELECT 'outgoing_mail', 'person_id'`,
  ),
);

/** Why these two cannot be merged this way round, or null. */
function refusalOf(stays: Person, goes: Person): AppError | null {
  const field = "goesId";
  if (stays.id === goes.id) return personPagesError("merges.same_entry", { field });
  if (stays.removedAt || goes.removedAt) return personPagesError("merges.removed", { field });
  if (!mayLogIn(goes)) return null;
  if (mayLogIn(stays)) return personPagesError("merges.both_sign_in", { field });
  return personPagesError("merges.wrong_way", { field: "staysId" });
}

/** The rows that move with an entry. */
const movingWith = (db: Db, id: string) => ({
  units: unitsOfPerson(db, id).length,
  terms: termsOf(db, id).length,
  fines: countFinesOf(db, id),
  proofs: countProofsOf(db, id),
  requests: countRequestsOf(db, id),
  visits: countVisitsTo(db, id),
});

/** Two entries beside each other, what would move, and why it is refused if it is. */
export function previewOf(db: Db, { staysId, goesId }: Merge) {
  const [stays, goes] = [knownPerson(db, staysId, "staysId"), knownPerson(db, goesId, "goesId")];
  return {
    stays: cardOf(db, stays),
    goes: cardOf(db, goes),
    moves: movingWith(db, goesId),
    /** Probably they are two people. */
    hasOtherIdNumber:
      idNumberOf(db, stays) !== "" &&
      idNumberOf(db, goes) !== "" &&
      idNumberOf(db, stays) !== idNumberOf(db, goes),
    refusal: refusalOf(stays, goes)?.message ?? null,
  };
}

function cardOf(db: Db, person: Person) {
  const { id, role, username, juristic } = person;
  return {
    ...valuesOf(person, contactNames),
    idNumber: maskedIdNumber(db, id, person.idNumber),
    id,
    name: fullName(person),
    juristic,
    username: mayLogIn(person) ? username : null,
    role,
  };
}

/** The number itself; one that cannot be read counts as unknown. */
export function idNumberOf(db: Db, { id, idNumber }: Person): string {
  try {
    return openIdNumber(db, id, idNumber);
  } catch (error) {
    if (error instanceof AppError) return "";
    throw error;
  }
}

/**
 * Makes two entries of one person one: everything that refers to the one who goes refers to the one
 * who stays, who also gets the contacts that they lacked. The other entry stays readable, removed.
 * If one is a person and the other a company, the result is what the one who stays is.
 * @throws people.unknown, parties.too_much, and the errors of merges
 */
export function mergePeople(db: Db, by: Actor, { staysId, goesId }: Merge, now: Moment): void {
  write(db, () => {
    const [stays, goes] = [knownPerson(db, staysId, "staysId"), knownPerson(db, goesId, "goesId")];
    const refusal = refusalOf(stays, goes);
    if (refusal) throw refusal;
    const moved = movingWith(db, goesId);
    if (!joinTerms(db, staysId, goesId))
      throw personPagesError("merges.terms_overlap", { field: "goesId" });
    nameWhoLeaves(db, [staysId, goesId]);
    joinParties(db, staysId, goesId, "goesId");
    forgetDoubleReads(db, staysId, goesId);
    for (const { table, column } of references(db).all())
      db.$client
        .prepare(`UPDATE "${table}" SET "${column}" = ? WHERE "${column}" = ?`)
        .run(staysId, goesId);
    const lacked = contactsFor(db, stays, goes);
    if (Object.keys(lacked).length > 0)
      db.update(people).set(lacked).where(eq(people.id, staysId)).run();
    // Otherwise anybody at an admin's unattended phone could redirect sign-in links.
    if (lacked.email !== undefined)
      db.update(accounts)
        .set({ emailVerifiedAt: null, emailUnproven: true })
        .where(eq(accounts.id, staysId))
        .run();
    db.update(people)
      .set({ removedAt: now.at, removedOn: now.today, mergedInto: staysId })
      .where(eq(people.id, goesId))
      .run();
    endSharing(db, goes.email);
    note(db, by, { staysId, goesId }, { moved, lacked }, now);
  });
}

type Contacts = Partial<Record<(typeof contactNames)[number], string>>;

/** The contacts that the other has and the one who stays lacks. */
function contactsFor(db: Db, stays: Person, goes: Person): Contacts {
  const lacked: Contacts = {};
  // The ID number is sealed for one entry.
  const names = contactNames.filter((name) => name !== "idNumber");
  for (const key of names) if (stays[key] === "" && goes[key] !== "") lacked[key] = goes[key];
  // A second number has a place of its own.
  const second = goes.cellPhone !== stays.cellPhone && lacked.cellPhone === undefined;
  if (second && stays.telephone === "" && goes.cellPhone !== "" && lacked.telephone === undefined)
    lacked.telephone = goes.cellPhone;
  const idNumber = stays.idNumber === "" ? idNumberOf(db, goes) : "";
  if (idNumber !== "") lacked.idNumber = sealIdNumber(db, stays.id, idNumber);
  return lacked;
}

interface Merged {
  moved: ReturnType<typeof movingWith>;
  lacked: Contacts;
}

/** In the history of both. An ID number is never in the trail. */
function note(
  db: Db,
  by: Actor,
  { staysId, goesId }: Merge,
  { moved, lacked: { idNumber: _, ...contacts } }: Merged,
  now: Moment,
): void {
  const action = "merges.merge";
  const after = { mergedId: goesId, ...contacts, moved };
  recordChange(db, by, now.at, { action, subjectId: staysId, after });
  recordChange(db, by, now.at, { action, subjectId: goesId, after: { intoId: staysId } });
}
