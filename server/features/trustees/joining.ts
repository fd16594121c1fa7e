import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { termsShareDay } from "./service.ts";
import { trusteeTerms } from "./table.ts";

type Term = typeof trusteeTerms.$inferSelect;

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
  const joined: Term[] = [];
  for (const term of terms) {
    const last = joined.at(-1);
    if (!last || !termsShareDay(last, term)) joined.push({ ...term, personId: staysId });
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
