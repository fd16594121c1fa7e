import { and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Context } from "../../api/procedures.ts";
import { type Db, prepared } from "../../database/open.ts";
import { wholeOf } from "../../database/pagination.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import type { Day, Moment } from "../../platform/clock/clock.ts";
import { files } from "../../platform/files/table.ts";
import { maskedIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { outgoingMail } from "../../platform/mail/table.ts";
import { handedOut } from "../account/printedInvites/service.ts";
import { attachments } from "../attachments/table.ts";
import { newestAbout } from "../audit/service.ts";
import { countProofsOf } from "../fines/proofs/service.ts";
import { canBeFined, countFinesOf, finesOf, owedBy } from "../fines/service.ts";
import { fines } from "../fines/table.ts";
import { countRequestsOf, requestsOf } from "../maintenance/service.ts";
import { personFieldNames } from "../people/schema.ts";
import {
  fullName,
  isEntryOf,
  knownPerson,
  mayLogIn,
  mergedInto,
  type Person,
  selectPeopleEver,
  sharerOf,
  valuesOf,
} from "../people/service.ts";
import { people } from "../people/table.ts";
import { addressOf, hasAddressFromRegister } from "../units/occupancy/homes.ts";
import { type PartyRole, partyRoles } from "../units/occupancy/schema.ts";
import { partiesByUnit, partiesOfPerson, unitsOfPerson } from "../units/occupancy/service.ts";
import { unitsOf } from "../units/service.ts";
import { termsOf } from "../units/trustees/service.ts";
import { countVisitsTo, visitorsOf } from "../visitors/service.ts";
import { visits } from "../visitors/table.ts";

/** How many of each the page shows; the rest is in the full lists. */
const most = 5;
const some = { limit: most };

const stateOf = ({ removedAt, erasedAt, mergedInto }: Person) => {
  if (mergedInto) return "Merged";
  return erasedAt ? "Erased" : removedAt ? "Removed" : "Here";
};

const idNumberOf = (db: Db, { id, idNumber }: Person) => maskedIdNumber(db, id, idNumber);

/** Everything the building knows about a person, with the newest of each kind. @throws people.unknown */
export function personPage(db: Db, id: string, now: Moment) {
  const person = knownPerson(db, id);
  const { mergedInto: into } = person;
  return {
    ...contactsOf(db, person, now),
    state: stateOf(person),
    erasedAt: person.erasedAt,
    /** The entry that this one was merged into, and the entries that were merged into this one. */
    into: into ? { id: into, name: fullName(knownPerson(db, into)) } : null,
    merged: mergedInto(db, id).map((entry) => ({ id: entry.id, name: fullName(entry) })),
    invite: person.username ? handedOut(db, id, now) : null,
    units: unitsOfPerson(db, id),
    terms: termsOf(db, id),
    fines: { count: countFinesOf(db, id), owed: owedBy(db, id), rows: finesOf(db, id, some).rows },
    requests: { count: countRequestsOf(db, id), rows: requestsOf(db, id, some).rows },
    visits: visitsOf(db, id),
    papers: papersOf(db, id),
    said: saidTo(db, person),
  };
}

function contactsOf(db: Db, person: Person, now: Moment) {
  const { id, juristic, role, maintenanceType, username, email, createdAt, removedAt } = person;
  return {
    ...valuesOf(person, personFieldNames),
    address: addressOf(db, person, now.today),
    idNumber: idNumberOf(db, person),
    id,
    fullName: fullName(person),
    juristic,
    role,
    maintenanceType,
    signsIn: mayLogIn(person),
    canBeFined: canBeFined(role, rolesOf(db, id, now.today)),
    /** Erased people have none any more. */
    username: person.erasedAt ? null : username,
    /** Then the email signs nobody in and resets nothing. */
    sharesEmail: email !== "" && sharerOf(db, email, id) !== undefined,
    isAddressFilled: hasAddressFromRegister(db, id, now.today),
    createdAt,
    removedAt,
  };
}

/** The units that somebody has on a day, by role. */
interface Having {
  roles: PartyRole[];
  units: string[];
}

const inOrder = (one: PartyRole, other: PartyRole) =>
  partyRoles.indexOf(one) - partyRoles.indexOf(other);

/** The units of everybody on a day, by person; each role and unit once. */
function havingOf(db: Db, today: Day): Map<string, Having> {
  const labels = new Map(unitsOf(db, today).map(({ id, label }) => [id, label]));
  const having = new Map<string, Having>();
  for (const [unitId, parties] of partiesByUnit(db, today))
    for (const { personId, role } of parties) {
      const { roles = [], units = [] } = having.get(personId) ?? {};
      having.set(personId, {
        roles: [...new Set([...roles, role])],
        units: [...new Set([...units, labels.get(unitId) ?? ""])],
      });
    }
  return having;
}

/**
 * Everybody who is here, by surname, whether they can sign in or not: people, companies and trusts.
 * @throws request.list_too_long
 */
export function everybodyHere(db: Db, today: Day) {
  const having = havingOf(db, today);
  return wholeOf((limit) =>
    selectPeopleEver(db)
      .where(isNull(people.removedAt))
      .orderBy(asc(people.surname), asc(people.name), asc(people.id))
      .limit(limit)
      .all(),
  ).map((person) => {
    const { id, name, surname, juristic, maintenanceType, email, cellPhone, address } = person;
    const { roles = [], units = [] } = having.get(id) ?? {};
    const signsIn = mayLogIn(person);
    const role = signsIn ? person.role : null;
    return {
      id,
      name,
      surname,
      juristic,
      role,
      maintenanceType,
      email,
      cellPhone,
      address,
      roles: roles.toSorted(inOrder),
      units,
      signsIn,
      canBeFined: canBeFined(role, roles),
    };
  });
}

const rolesOf = (db: Db, id: string, today: Day) =>
  partiesOfPerson(db, id, today).map(({ role }) => role);

/** The visitors who left, the latest first. */
const earlierVisits = prepared((db) =>
  db
    .select()
    .from(visits)
    .where(and(eq(visits.residentId, sql.placeholder("id")), isNotNull(visits.signedOutAt)))
    .orderBy(desc(visits.signedOutAt), desc(visits.id))
    .limit(most),
);

/** The visitors who are in now, and then those who left. */
function visitsOf(db: Db, id: string) {
  const rows = [...visitorsOf(db, id, some).rows, ...earlierVisits(db).all({ id })];
  return { count: countVisitsTo(db, id), rows: rows.slice(0, most) };
}

const proofs = prepared((db) =>
  db
    .select({ id: attachments.id, fileName: files.fileName, at: files.uploadedAt })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(and(eq(attachments.addedBy, sql.placeholder("id")), eq(attachments.kind, "proofs")))
    .orderBy(desc(attachments.id))
    .limit(most),
);

/** Photos of what their newest fines are for. */
const photos = prepared((db) =>
  db
    .select({ id: attachments.id, fileName: files.fileName, at: files.uploadedAt })
    .from(fines)
    .innerJoin(
      attachments,
      and(eq(attachments.subjectId, fines.id), eq(attachments.kind, "evidence")),
    )
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(eq(fines.residentId, sql.placeholder("id")))
    .orderBy(desc(fines.id))
    .limit(most),
);

const photoCount = prepared((db) =>
  db
    .select({ count: count() })
    .from(fines)
    .innerJoin(
      attachments,
      and(eq(attachments.subjectId, fines.id), eq(attachments.kind, "evidence")),
    )
    .where(eq(fines.residentId, sql.placeholder("id"))),
);

const papersOf = (db: Db, id: string) => ({
  count: countProofsOf(db, id),
  photoCount: photoCount(db).get({ id })?.count ?? 0,
  proofs: proofs(db).all({ id }),
  photos: photos(db).all({ id }),
});

const mails = prepared((db) =>
  db
    .select({
      id: outgoingMail.id,
      subject: outgoingMail.subject,
      status: outgoingMail.status,
      at: outgoingMail.createdAt,
    })
    .from(outgoingMail)
    .where(eq(outgoingMail.personId, sql.placeholder("id")))
    .orderBy(desc(outgoingMail.id))
    .limit(most),
);

const letters = prepared((db) =>
  db
    .select({ id: auditEvents.id, at: auditEvents.at, after: auditEvents.after })
    .from(auditEvents)
    .where(
      and(
        isEntryOf(auditEvents.subjectId, sql.placeholder("id")),
        eq(auditEvents.action, "reminders.make"),
      ),
    )
    .orderBy(desc(auditEvents.seq))
    .limit(most),
);

/** The newest mails to a person, whatever their address was, and reminder letters for them. */
function saidTo(db: Db, { id }: Person) {
  const letter = ({ after, ...made }: { id: string; at: string; after: unknown }) => {
    const { owedCents, references } = (after ?? {}) as Partial<Letter>;
    return { ...made, owedCents: owedCents ?? null, references: references ?? [] };
  };
  return { mails: mails(db).all({ id }), letters: letters(db).all({ id }).map(letter) };
}

/** The trail's record of a reminder letter. */
interface Letter {
  owedCents: number;
  references: string[];
}

/** The changes of somebody's details. */
const newestOfDetails = newestAbout(
  [
    ...["people.add", "profile.update", "corrections.correct", "people.share_email"],
    ...["merges.merge", "people.change_role", "register.change_person"],
  ],
  2 * most,
);

/** A resident's own page: without others' names. */
export function ownPage(ctx: Context, id: string) {
  const { db } = ctx;
  const person = knownPerson(db, id);
  return {
    ...contactsOf(db, person, ctx.now()),
    units: unitsOfPerson(db, id),
    terms: termsOf(db, id),
    said: saidTo(db, person),
    history: historyOf(ctx, id),
  };
}

/** The newest changes of a person's details. The person only reads whether they made them. */
const historyOf = (ctx: Context, id: string) =>
  newestOfDetails(ctx, id).map(
    ({ id: entry, at, action, did, actorId, changes, names, erased }) => {
      return { id: entry, at, action, did, isOwn: actorId === id, changes, names, erased };
    },
  );
