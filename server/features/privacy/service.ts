import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Context } from "../../api/procedures.ts";
import { type Db, write } from "../../database/open.ts";
import { wholeOf } from "../../database/pagination.ts";
import type { AppError } from "../../errors.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { erased } from "../../platform/audit/verify.ts";
import { type Day, dayAfter, type Moment, plusDays } from "../../platform/clock/clock.ts";
import { removeUnused } from "../../platform/files/rows.ts";
import { maskedIdNumber, openIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { finishErasure } from "../../platform/privacy/erasure.ts";
import type { Leaver } from "../../platform/privacy/personal.ts";
import { canPush } from "../../platform/push/push.ts";
import { readSetting, settingsMention } from "../../platform/settings/settings.ts";
import { telephoneKey } from "../../platform/telephones/format.ts";
import { nameKey } from "../../platform/validation/keys.ts";
import { tidyLine } from "../../platform/validation/typed.ts";
import type { Services } from "../../services.ts";
import { forgetContacts } from "../changes/notices/service.ts";
import { countProofsOf, forgetErasedProofs } from "../fines/proofs/service.ts";
import { countFinesOf, owedBy } from "../fines/service.ts";
import { countRequestsOf } from "../maintenance/service.ts";
import {
  fullName,
  knownPerson,
  mergedInto,
  type Person,
  selectPeopleEver,
} from "../people/service.ts";
import { people } from "../people/table.ts";
import { addressOf } from "../units/occupancy/homes.ts";
import {
  announcedToRedact,
  countVisitsToRedact,
  redactVisits,
  visitsToRedact,
} from "../visitors/redaction.ts";
import { countVisitsTo, forgottenVisits } from "../visitors/service.ts";
import { privacyError } from "./errors.ts";

type Rules = Services["config"]["privacy"];

const stateOf = ({ removedAt, erasedAt, mergedInto }: Person) => {
  if (erasedAt) return "Erased";
  return mergedInto ? "Merged" : removedAt ? "Removed" : "Here";
};

/** The address of a person, or the last one of a removed person. */
const lastAddressOf = (db: Db, person: Parameters<typeof addressOf>[1] & LeftOn, today: Day) =>
  addressOf(db, person, person.removedOn ? dayAfter(person.removedOn, -1) : today);
type LeftOn = Pick<typeof people.$inferSelect, "removedOn">;

/** Also removed and erased people, with masked ID numbers. Without an account the role is null. */
export const everybody = (db: Db, today: Day) =>
  wholeOf((limit) =>
    selectPeopleEver(db).orderBy(asc(people.name), asc(people.surname)).limit(limit).all(),
  ).map((person) => {
    const { id, role, name, surname, idNumber } = person;
    const address = lastAddressOf(db, person, today);
    const masked = maskedIdNumber(db, id, idNumber);
    return { id, role, name, surname, address, idNumber: masked, state: stateOf(person) };
  });

/** The reason why a person cannot be erased, or null. */
function refusalOf(db: Db, person: Person): AppError | null {
  if (person.erasedAt) return privacyError("privacy.erased", { field: "id" });
  // A merged entry counts as removed, but tells of somebody who may be here.
  const { removedAt } = person.mergedInto ? knownPerson(db, person.mergedInto, "id") : person;
  if (!removedAt) return privacyError("privacy.still_here", { field: "id" });
  return countsOf(db, person.id).unpaid > 0 ? privacyError("privacy.owes", { field: "id" }) : null;
}

function countsOf(db: Db, id: string) {
  const { unpaid, pending } = owedBy(db, id);
  return {
    fines: countFinesOf(db, id),
    unpaid: unpaid.count + pending.count,
    proofs: countProofsOf(db, id),
    requests: countRequestsOf(db, id),
    visits: countVisitsTo(db, id),
  };
}

/** A person's stored data, and what erasing would do or why it is refused. */
export function aboutPerson(db: Db, id: string, { proofYears }: Rules, today: Day) {
  const person = knownPerson(db, id, "id");
  const { role, name, surname, username, email, cellPhone, createdAt } = person;
  return {
    id,
    role,
    name,
    surname,
    username,
    email,
    address: lastAddressOf(db, person, today),
    cellPhone,
    createdAt,
    removedAt: person.removedAt,
    erasedAt: person.erasedAt,
    state: stateOf(person),
    idNumber: maskedIdNumber(db, id, person.idNumber),
    counts: countsOf(db, id),
    isInBuilding: settingsMention(db, [fullName(person), email, cellPhone, person.telephone]),
    proofYears,
    refusal: refusalOf(db, person)?.message ?? null,
  };
}

/** A person's complete ID number for an admin; the access is recorded. @throws people.unknown */
export function revealIdNumber(db: Db, by: Actor, id: string, now: Moment): string {
  return write(db, () => {
    const { idNumber } = knownPerson(db, id, "id");
    recordChange(db, by, now.at, { action: "privacy.reveal", subjectId: id });
    return openIdNumber(db, id, idNumber);
  });
}

/** The caller's own complete ID number. */
export const ownIdNumber = (db: Db, id: string): string =>
  openIdNumber(db, id, knownPerson(db, id, "id").idNumber);

/** An iPhone types other apostrophes than a computer, and pasted spaces may be others too. */
const asTyped = (name: string) => tidyLine(name).replace(/[‘’ʼ]/g, "'");

/**
 * Erases the personal data of a removed person: names, contacts, ID number, and data in the trail.
 * Fines with amounts, requests and visits stay without names, because the books need them. Entries
 * that were merged into theirs go with them.
 * @throws people.unknown, privacy.erased, privacy.still_here, privacy.owes, privacy.not_confirmed
 */
export async function erasePerson(
  { db, config, declared }: Pick<Context, "db" | "config" | "declared">,
  by: Actor,
  { id, confirmation }: { id: string; confirmation: string },
  now: Moment,
): Promise<void> {
  write(db, () => {
    const person = knownPerson(db, id, "id");
    const refusal = refusalOf(db, person);
    if (refusal) throw refusal;
    if (asTyped(confirmation) !== asTyped(fullName(person)))
      throw privacyError("privacy.not_confirmed", { field: "confirmation" });
    for (const each of [person, ...mergedInto(db, id)]) {
      const leaver = leaverOf(db, each);
      const retained = countsOf(db, each.id);
      // First, because this entry explains the data that go missing from the trail.
      recordChange(db, by, now.at, { action: erased, subjectId: each.id, after: { retained } });
      for (const { erase } of declared.personal) erase?.(db, leaver, now);
    }
  });
  // At once, so that no backup has them that is made before the night.
  await removeUnused(db, config.uploads, now.at, 0).finally(() => finishErasure(db, now.at));
}

const yearDays = 365.25;

type Details = Pick<
  typeof people.$inferSelect,
  "id" | "name" | "surname" | "email" | "cellPhone" | "telephone"
>;

/** The person who is erased, with their names and contacts from before, as the trail has them. */
function leaverOf(db: Db, person: Details): Leaver {
  const earlier = db
    .select({ before: auditEvents.before })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectId, person.id),
        inArray(auditEvents.action, [
          ...["profile.update", "corrections.correct", "register.change_person"],
        ]),
      ),
    )
    .all();
  const { name, surname, email, cellPhone, telephone } = person;
  const present = { name, surname, email, cellPhone, telephone };
  const ever = [
    present,
    ...earlier.map(({ before }) => Object.assign({}, present, before as Partial<Details> | null)),
  ];
  const others = db
    .select()
    .from(people)
    .where(and(isNull(people.removedAt), ne(people.id, person.id)))
    .all();
  const numbersOf = (each: Pick<Details, "cellPhone" | "telephone">) =>
    [each.cellPhone, each.telephone].filter(Boolean);
  const [othersEmails, othersNumbers] = [
    new Set(others.map(({ email }) => nameKey(email))),
    new Set(others.flatMap(numbersOf).map(telephoneKey)),
  ];
  return {
    id: person.id,
    emails: ever.map(({ email }) => email).filter((each) => !othersEmails.has(nameKey(each))),
    telephones: ever.flatMap(numbersOf).filter((each) => !othersNumbers.has(telephoneKey(each))),
    names: ever.map(fullName),
  };
}

/**
 * Deletes data whose retention has ended: visitors' names some days after they left, contacts of who
 * was announced as many days after that was decided, and old proofs of erased people. Runs daily in
 * small batches, so that requests do not have to wait.
 */
export async function keepToRetention(
  { db, config, now }: Pick<Services, "db" | "config" | "now">,
  by: Actor,
): Promise<void> {
  const { visitorDays, proofYears } = config.privacy;
  let gone = forgetContacts(db, by, plusDays(now().at, -visitorDays), now());
  for (let done = 1; done > 0; gone += done) {
    done = redactVisits(db, by, plusDays(now().at, -visitorDays), now());
    await new Promise((resolve) => setImmediate(resolve));
  }
  gone += forgetErasedProofs(db, by, plusDays(now().at, -proofYears * yearDays), now());
  gone += await removeUnused(db, config.uploads, now().at);
  if (gone > 0) finishErasure(db, now().at);
}

/** The most visits listed by name. */
const shownVisits = 200;

/** Visits, and announced ones, whose names will be deleted tonight or this week. */
export function visitorsGoing(db: Db, { visitorDays }: Rules, now: Moment) {
  const before = (days: number) => plusDays(now.at, days - visitorDays);
  return {
    days: visitorDays,
    tonight: countVisitsToRedact(db, before(1)),
    week: countVisitsToRedact(db, before(7)),
    announced: {
      tonight: announcedToRedact(db, before(1)).length,
      week: announcedToRedact(db, before(7)).length,
    },
    visits: visitsToRedact(db, before(7), shownVisits).map(({ signedOutAt, ...visit }) => ({
      ...visit,
      leftAt: signedOutAt ?? "",
      goesAt: plusDays(signedOutAt ?? now.at, visitorDays),
    })),
    forgotten: forgottenVisits(db, dayAfter(now.today, -visitorDays)).count,
  };
}

/** The figures for the residents' privacy page, from the same settings as the jobs. */
export function noticeOf({ db, config, origin }: Services) {
  const { privacy, session, backup } = config;
  return {
    ...privacy,
    building: readSetting(db, "buildingName"),
    officer: readSetting(db, "informationOfficer"),
    sessionDays: session.maxDays,
    mail: config.mail !== null,
    push: canPush(origin()),
    provider: config.oidc !== null,
    backupsElsewhere: backup.copyTo !== null,
    backupsEncrypted: backup.passphrase !== null,
  };
}
