import { asc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, oncePerDatabase, write } from "../../../database/open.ts";
import { wholeOf } from "../../../database/pagination.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import { type Day, dayAfter, type Moment } from "../../../platform/clock/clock.ts";
import { fullName, personById } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { unitsError } from "../errors.ts";
import type { NewTerm, TermEnding } from "./schema.ts";
import { trusteeTerms } from "./table.ts";

const { createdAt: _, ...entered } = getTableColumns(trusteeTerms);
const { name, surname, removedOn } = people;
const columns = { ...entered, name, surname, removedOn };

const listOf = (where?: SQL) =>
  oncePerDatabase((db) => {
    const query = db
      .select(columns)
      .from(trusteeTerms)
      .innerJoin(people, eq(people.id, trusteeTerms.personId))
      .where(where)
      .orderBy(asc(trusteeTerms.since), asc(trusteeTerms.id))
      .limit(sql.placeholder("limit"))
      .prepare();
    return (id = "") =>
      wholeOf((limit) => query.all({ id, limit })).map(({ name, surname, ...term }) => {
        return { ...term, name: fullName({ name, surname }) };
      });
  });

const everyTerm = listOf();
const ofPerson = listOf(eq(trusteeTerms.personId, sql.placeholder("id")));

type Found = ReturnType<ReturnType<typeof everyTerm>>[number];
/** Somebody's time as a trustee, with their name. */
export type Term = Omit<Found, "removedOn">;

const withoutRemoval = ({ removedOn: _, ...term }: Found): Term => term;

/** A term with its real last day: whoever was removed from the register is no trustee from that day on. */
function lasting(term: Found): Found {
  const { until, removedOn } = term;
  if (removedOn === null || (until !== null && until < removedOn)) return term;
  return { ...term, until: dayAfter(removedOn, -1) };
}

function isOn(term: Found, day: Day): boolean {
  const { since, until } = lasting(term);
  return since <= day && (until === null || until >= day);
}

/** The trustees of a day, the chairperson first, and all other terms, the latest first. */
export function trusteesOn(db: Db, day: Day): { trustees: Term[]; others: Term[] } {
  const all = everyTerm(db)();
  const trustees = all.filter((term) => isOn(term, day)).map(withoutRemoval);
  const others = all.filter((term) => !isOn(term, day)).map(withoutRemoval);
  return {
    trustees: trustees.sort((one, other) => Number(other.chairs) - Number(one.chairs)),
    others: others.reverse(),
  };
}

/** A person's terms, the latest first. */
export const termsOf = (db: Db, personId: string): Term[] =>
  ofPerson(db)(personId).map(withoutRemoval).reverse();

type Days = Pick<Term, "since" | "until">;

/** Whether two terms have a day in common. */
const share = (one: Days, other: Days) =>
  (one.until === null || other.since <= one.until) &&
  (other.until === null || one.since <= other.until);

/** On the day of a meeting one chairperson may hand over to the next. */
const shareMore = (one: Days, other: Days) =>
  (one.until === null || other.since < one.until) &&
  (other.until === null || one.since < other.until);

interface Dated extends Days {
  id: string;
  personId: string;
  chairs: boolean;
}

/**
 * @param field the field to blame for an overlap
 * @throws trustees.ends_before, trustees.overlaps, trustees.two_chairs
 */
function refuseDays(db: Db, term: Dated, field: "since" | "until"): void {
  const { until, since } = term;
  if (until !== null && until < since) throw unitsError("trustees.ends_before", { field: "until" });
  const others = everyTerm(db)()
    .map(lasting)
    .filter(
      (other) => other.id !== term.id && (other.until === null || other.until >= other.since),
    );
  if (others.some((other) => other.personId === term.personId && share(other, term)))
    throw unitsError("trustees.overlaps", { field });
  const chair = term.chairs && others.find((other) => other.chairs && shareMore(other, term));
  if (chair)
    throw unitsError("trustees.two_chairs", {
      field,
      message: `${chair.name} is the chairperson on some of these days. Enter the end of their term first.`,
    });
}

/**
 * Enters a trustee's term. Returns its id.
 * @throws people.unknown, trustees.ends_before, trustees.overlaps, trustees.two_chairs
 */
export function beginTerm(db: Db, by: Actor, input: NewTerm, now: Moment): string {
  return createOnce(db, by, now.at, { action: "trustees.begin", input }, () => {
    const { personId, chairs, since, until = null } = input;
    personById(db, personId, "personId");
    const term = { id: newId(), personId, chairs, since, until };
    refuseDays(db, term, "since");
    db.insert(trusteeTerms)
      .values({ ...term, createdAt: now.at })
      .run();
    const after = { chairs, since, until };
    recordChange(db, by, now.at, { action: "trustees.begin", subjectId: personId, after });
    return term.id;
  });
}

/**
 * Enters the last day of a term.
 * @throws trustees.unknown, trustees.ends_before, trustees.overlaps, trustees.two_chairs
 */
export function endTerm(db: Db, by: Actor, { termId, until }: TermEnding, now: Moment): void {
  write(db, () => {
    const term = db.select().from(trusteeTerms).where(eq(trusteeTerms.id, termId)).get();
    if (!term) throw unitsError("trustees.unknown", { field: "termId" });
    refuseDays(db, { ...term, until }, "until");
    db.update(trusteeTerms).set({ until }).where(eq(trusteeTerms.id, termId)).run();
    const change = { subjectId: term.personId, before: { until: term.until }, after: { until } };
    recordChange(db, by, now.at, { action: "trustees.end", ...change });
  });
}

type Row = typeof trusteeTerms.$inferSelect;

/**
 * Gives somebody's terms to another person, who turned out to be the same. Terms that overlap become
 * one.
 * @returns false, with nothing changed, if one of such terms was the chairperson's and the other not
 */
export function joinTerms(db: Db, staysId: string, goesId: string): boolean {
  const terms = db
    .select()
    .from(trusteeTerms)
    .where(inArray(trusteeTerms.personId, [staysId, goesId]))
    .all()
    .sort((one, other) => (one.since < other.since ? -1 : 1));
  const joined: Row[] = [];
  for (const term of terms) {
    const last = joined.at(-1);
    if (!last || !share(last, term)) joined.push({ ...term, personId: staysId });
    else if (last.chairs !== term.chairs) return false;
    else last.until = later(last.until, term.until);
  }
  const kept = new Set(joined.map(({ id }) => id));
  const gone = terms.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  db.delete(trusteeTerms).where(inArray(trusteeTerms.id, gone)).run();
  for (const { id, personId, until } of joined)
    db.update(trusteeTerms).set({ personId, until }).where(eq(trusteeTerms.id, id)).run();
  return true;
}

/** The later last day; without one the term goes on. */
const later = (one: string | null, other: string | null) =>
  one === null || other === null ? null : one > other ? one : other;
