import { and, eq, inArray, isNull, max, sql } from "drizzle-orm";
import { type Db, prepared, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { daysBetween } from "../../../platform/clock/dayTexts.ts";
import { recordEvent } from "../../../platform/live/events.ts";
import { readSetting } from "../../../platform/settings/settings.ts";
import { fullName } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { addressOf, letterAddressOf } from "../../units/occupancy/homes.ts";
import { finesError } from "../errors.ts";
import { mostLetters } from "../schema.ts";
import { inStatus, isOverdue } from "../service.ts";
import { fineStatusChanges, fines } from "../table.ts";

const overdue = prepared((db) =>
  db
    .select({
      residentId: fines.residentId,
      since: sql<Day>`min(${fines.dueDate})`,
      unreminded: sql<number>`sum(${fines.remindedAt} IS NULL)`,
      lastLetterAt: max(fines.remindedAt),
    })
    .from(fines)
    .innerJoin(people, eq(people.id, fines.residentId))
    .where(and(isOverdue, isNull(people.erasedAt)))
    .groupBy(fines.residentId),
);

const openFinesOf = prepared((db) =>
  db
    .select({
      reference: fines.reference,
      type: fines.type,
      reason: fines.reason,
      dueDate: fines.dueDate,
      amountCents: fines.amountCents,
      remindedAt: fines.remindedAt,
    })
    .from(fines)
    .where(and(inStatus, eq(fines.residentId, sql.placeholder("residentId")))),
);

const personById = prepared((db) =>
  db
    .select({
      id: people.id,
      name: people.name,
      surname: people.surname,
      address: people.address,
      serviceAddress: people.serviceAddress,
    })
    .from(people)
    .where(and(eq(people.id, sql.placeholder("residentId")), isNull(people.erasedAt))),
);

const lastLetter = prepared((db) =>
  db
    .select({ at: max(fines.remindedAt) })
    .from(fines)
    .where(eq(fines.residentId, sql.placeholder("residentId"))),
);

interface Late {
  dueDate: Day;
  reference: string;
}
const longestFirst = (a: Late, b: Late) => a.dueDate.localeCompare(b.dueDate);

/** The contents of one letter; null if this person has no overdue fine. */
function letterTo(db: Db, residentId: string, today: Day) {
  const person = personById(db).get({ residentId });
  if (!person) return null;
  const unpaid = openFinesOf(db).all({ residentId, status: "Unpaid" }).sort(longestFirst);
  const late = unpaid
    .filter(({ dueDate }) => dueDate < today)
    .map((fine) => ({ ...fine, days: daysBetween(fine.dueDate, today) }));
  if (late.length === 0) return null;
  return {
    ...person,
    address: addressOf(db, person, today),
    sendTo: letterAddressOf(db, person, today),
    late,
    owedCents: late.reduce((sum, { amountCents }) => sum + amountCents, 0),
    /** Unpaid, but not due yet. */
    later: unpaid.filter(({ dueDate }) => dueDate >= today),
    /** With a payment proof that an admin has yet to look at. */
    pending: openFinesOf(db).all({ residentId, status: "Pending..." }).sort(longestFirst),
  };
}

/**
 * Everybody with an overdue fine, who is latest first. If there are too many, those who were not reminded
 * come before those who were, and then who has waited longest since a letter, so that everybody's turn
 * comes; `leftOut` are not listed.
 */
export function debtors(db: Db, { today }: Moment) {
  const all = overdue(db).all({ today });
  const due = all.sort(
    (a, b) =>
      Number(b.unreminded > 0) - Number(a.unreminded > 0) ||
      (a.lastLetterAt ?? "").localeCompare(b.lastLetterAt ?? "") ||
      a.since.localeCompare(b.since),
  );
  const rows = due
    .slice(0, mostLetters)
    .flatMap(({ residentId }) => letterTo(db, residentId, today) ?? [])
    .map(({ id, name, surname, address, sendTo, late, owedCents, pending }) => ({
      id,
      name: fullName({ name, surname }),
      address,
      /** A letter would have their name alone above it. */
      lacksAddress: sendTo === "",
      fines: late.length,
      owedCents,
      days: late[0]?.days ?? 0,
      pending: pending.length,
      lastLetterAt: lastLetter(db).get({ residentId: id })?.at ?? null,
      /** A letter names each of them. */
      reminded: late.every(({ remindedAt }) => remindedAt !== null),
    }))
    .sort((a, b) => b.days - a.days);
  return { rows, leftOut: Math.max(0, all.length - mostLetters) };
}

/**
 * The contents of the reminder letters to these people. Who owes nothing overdue any more gets none.
 * @throws reminders.nothing_due if that leaves nobody
 */
export function lettersTo(db: Db, residentIds: readonly string[], { today }: Moment) {
  const letters = [...new Set(residentIds)].flatMap((id) => letterTo(db, id, today) ?? []);
  if (letters.length === 0) throw finesError("reminders.nothing_due");
  const building = readSetting(db, "buildingName");
  return { building, bankDetails: readSetting(db, "bankDetails"), letters };
}

/**
 * The trail keeps for each of these people that a letter was made, and each overdue fine in its history;
 * a repeated request notes nothing.
 */
export function noteLetters(db: Db, by: Actor, residentIds: readonly string[], now: Moment): void {
  write(db, () => {
    const { letters } = lettersTo(db, residentIds, now);
    const once = { action: "reminders.make", input: residentIds };
    createOnce(db, by, now.at, once, () => {
      const [about = ""] = letters.flatMap((letter) => noteLetter(db, by, letter, now));
      // One for all, so that no other admin prints them again; to residents the paper says it.
      recordEvent(db, by, now.at, { topic: "fine", about, audience: "adminScreens" });
      return about;
    });
  });
}

type Letter = NonNullable<ReturnType<typeof letterTo>>;

/** Returns the ids of the fines that it names. */
function noteLetter(db: Db, by: Actor, { id, late, owedCents }: Letter, now: Moment): string[] {
  const references = late.map(({ reference }) => reference);
  const named = db
    .update(fines)
    .set({ remindedAt: now.at })
    .where(inArray(fines.reference, references))
    .returning({ fineId: fines.id, status: fines.status })
    .all();
  const step = { did: "reminder made", changedBy: by.accountId, changedAt: now.at } as const;
  db.insert(fineStatusChanges)
    .values(named.map((fine) => ({ ...fine, ...step })))
    .run();
  const after = { references, owedCents };
  recordChange(db, by, now.at, { action: "reminders.make", subjectId: id, after });
  return named.map(({ fineId }) => fineId);
}
