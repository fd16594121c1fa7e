import { eq } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { accountByEmail, accountByUsername } from "../../../platform/auth/accounts.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { maskedIdNumber, sealIdNumber } from "../../../platform/idNumbers/idNumbers.ts";
import { contentVersion } from "../../../platform/validation/contentVersion.ts";
import { nameKey } from "../../../platform/validation/keys.ts";
import { endLinksByMail } from "../../account/session/service.ts";
import { peopleError } from "../../people/errors.ts";
import { personFieldNames } from "../../people/schema.ts";
import {
  endSharing,
  kindOf,
  knownPerson,
  type Member,
  mayLogIn,
  mayShare,
  memberById,
  type Person,
  shareEmail,
  sharerOf,
  valuesOf,
} from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { addressOf, hasAddressFromRegister, moveInAt } from "../../units/occupancy/homes.ts";
import { personPagesError } from "../errors.ts";
import { idNumberOf } from "../merges/service.ts";
import { type Correction, keepsEmail } from "../schema.ts";

/** The details that an admin may correct, the ID number encrypted; not the username and the password. */
const detailsOf = (person: Person) => ({
  ...valuesOf(person, personFieldNames),
  juristic: person.juristic,
});
type Details = ReturnType<typeof detailsOf>;
export type Detail = keyof Details;

/** Some details as the trail has them, which says in words what an entry is. */
const inTrail = (details: Details, names: readonly Detail[]) =>
  Object.fromEntries(
    names.map((name) => (name === "juristic" ? ["kind", kindOf(details)] : [name, details[name]])),
  );

/** @throws people.unknown, corrections.removed */
function correctable(db: Db, personId: string): Person {
  const person = knownPerson(db, personId);
  if (person.removedAt) throw personPagesError("corrections.removed", { field: "personId" });
  return person;
}

/** The details that the form begins with, the ID number masked. @throws people.unknown, corrections.removed */
export function correctableDetails(db: Db, personId: string, today: Day) {
  const person = correctable(db, personId);
  const stored = detailsOf(person);
  return {
    ...stored,
    idNumber: maskedIdNumber(db, personId, stored.idNumber),
    address: addressOf(db, person, today),
    version: contentVersion(stored),
    signsIn: mayLogIn(person),
    isAddressFilled: hasAddressFromRegister(db, personId, today),
  };
}

/** A correction, for telling the person. */
export interface Corrected {
  person: Person;
  /** Before the correction. */
  before: Details;
  after: Details;
  changed: Detail[];
  /** The people who sign in with their username from now on, because the email is shared. */
  sharing: Member[];
}

/**
 * Corrects a person's details; their username and password stay their own.
 * @param isVouched an admin confirmed with their password that a new email is this person's
 * @param tell called in the transaction, if anything has changed
 * @throws people.unknown, people.email_taken, people.email_shared, and the errors of corrections
 */
export function correctPerson(
  db: Db,
  by: Actor,
  correction: Correction,
  now: Moment,
  isVouched: boolean,
  tell: (corrected: Corrected) => void,
): void {
  write(db, () => {
    const { personId: id, version } = correction;
    const person = correctable(db, id);
    const before = detailsOf(person);
    const after = correctedDetails(db, person, correction, now.today);
    const changed = (Object.keys(before) as Detail[]).filter((key) => before[key] !== after[key]);
    // Who heard no answer may save the same again, which changes nothing.
    if (changed.length === 0) return;
    if (version !== contentVersion(before)) throw personPagesError("corrections.changed");
    db.update(people).set(after).where(eq(people.id, id)).run();
    const sharing = moveEmail(db, by, person, { before, after, isVouched }, correction, now);
    if (changed.includes("address")) moveInAt(db, { id, address: after.address }, now);
    const noted = changed.filter((key) => key !== "idNumber");
    // The trail has no ID numbers, only that there is another one.
    const number = noted.length < changed.length && { idNumber: "changed" };
    recordChange(db, by, now.at, {
      action: "corrections.correct",
      subjectId: id,
      before: inTrail(before, noted),
      after: { ...inTrail(after, noted), ...number },
    });
    tell({ person, before, after, changed, sharing });
  });
}

/**
 * @throws corrections.company_signs_in, corrections.company_has_one_name, corrections.surname_needed,
 *   corrections.email_needed, corrections.address_from_register
 */
function correctedDetails(db: Db, person: Person, correction: Correction, today: Day): Details {
  const juristic = correction.juristic ?? person.juristic;
  const { idNumber: typed = "" } = correction;
  const isOther = typed !== "" && typed !== idNumberOf(db, person);
  const idNumber = isOther ? sealIdNumber(db, person.id, typed) : person.idNumber;
  const details = { ...valuesOf(correction, personFieldNames), idNumber, juristic };
  const { surname, email } = details;
  if (correction.juristic && mayLogIn(person))
    throw personPagesError("corrections.company_signs_in", { field: "juristic" });
  if (correction.juristic && surname !== "")
    throw personPagesError("corrections.company_has_one_name", { field: "surname" });
  if (!juristic && surname === "")
    throw personPagesError("corrections.surname_needed", { field: "surname" });
  if (email === "" && keepsEmail({ signsIn: mayLogIn(person), email: person.email }))
    throw personPagesError("corrections.email_needed", { field: "email" });
  const isFilled = hasAddressFromRegister(db, person.id, today);
  if (!isFilled) return details;
  const address = addressOf(db, person, today);
  if ((correction.address ?? address) !== address)
    throw personPagesError("corrections.address_from_register", { field: "address" });
  return { ...details, address: person.address };
}

interface Moving {
  before: Details;
  after: Details;
  isVouched: boolean;
}

/**
 * Signs the person in with their new email, unless somebody else has it too.
 * @returns who signs in with their username from now on
 * @throws people.email_taken, people.email_shared
 */
function moveEmail(
  db: Db,
  by: Actor,
  person: Person,
  { before, after: { email }, isVouched }: Moving,
  { shareEmail: agreed = false }: Correction,
  now: Moment,
): Member[] {
  const { id } = person;
  if (nameKey(email) === nameKey(before.email)) return [];
  const sharing = email === "" ? [] : sharersOf(db, person, email, agreed);
  for (const member of sharing) shareEmail(db, by, member, true, now);
  if (mayLogIn(person)) {
    const emailKey = sharing.length > 0 ? null : nameKey(email);
    const account = { emailKey, emailVerifiedAt: null, emailUnproven: !isVouched };
    db.update(accounts).set(account).where(eq(accounts.id, id)).run();
    endLinksByMail(db, id, now.at);
  }
  endSharing(db, before.email);
  return sharing;
}

/**
 * The people who would sign in with a shared email.
 * @throws people.email_taken; people.email_shared to ask first
 */
function sharersOf(db: Db, person: Person, email: string, agreed: boolean): Member[] {
  const { id } = person;
  const namesake = accountByUsername(db, email);
  if (namesake && namesake.id !== id) throw peopleError("people.email_taken", { field: "email" });
  const sharer = sharerOf(db, email, id);
  if (!sharer) return [];
  const holder = accountByEmail(db, email);
  const signing = [
    ...(holder && holder.id !== id ? [memberById(db, holder.id)] : []),
    ...(mayLogIn(person) ? [memberById(db, id)] : []),
  ];
  if (agreed || signing.length === 0) return signing;
  throw mayShare(holder && holder.id !== id ? memberById(db, holder.id) : sharer, signing);
}
