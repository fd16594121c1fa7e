import { and, asc, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { type Db, prepared } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce } from "../../../platform/audit/audit.ts";
import type { Instant, Moment } from "../../../platform/clock/clock.ts";
import { isTooLate, silence } from "../../../platform/undo/undo.ts";
import { attachmentsOf } from "../../attachments/service.ts";
import { fullNamesOf } from "../../people/service.ts";
import { finesError } from "../errors.ts";
import { type FineState, type FineStep, type Withdrawal, withdrawn } from "../schema.ts";
import { changeFine, fineById } from "../service.ts";
import { fineStatusChanges as changes, fines } from "../table.ts";

/** One thing that was done to a fine. */
interface Step {
  at: Instant;
  /** The person who did it; null for the server itself. */
  by: string | null;
  did: FineStep;
  /** The status before and after. */
  from: FineState | null;
  to: FineState | null;
  /** The reason for its withdrawal, or why its payment proof was turned down. */
  reason: string | null;
}

type Fine = ReturnType<typeof fineById>;

/** The most steps of a fine's history. */
const mostSteps = 500;

/** Everything that was done to a fine, the oldest first. If there is too much, the newest. */
function stepsOf(db: Db, fineId: string): Step[] {
  const first = { did: "issued", from: null, to: "Unpaid", reason: null } as const;
  const issued = db
    .select({ at: fines.issuedAt, by: fines.issuedBy })
    .from(fines)
    .where(eq(fines.id, fineId))
    .all()
    .map((who) => ({ ...first, ...who }));
  const later = db
    .select({
      at: changes.changedAt,
      by: changes.changedBy,
      did: changes.did,
      from: changes.statusBefore,
      to: changes.status,
      reason: changes.reason,
    })
    .from(changes)
    .where(eq(changes.fineId, fineId))
    .orderBy(desc(changes.id))
    .limit(mostSteps)
    .all()
    .reverse();
  return [...issued, ...later];
}

/** Without the letters about it, which change nothing of it. */
const changesIn = (db: Db, fineId: string): Step[] =>
  stepsOf(db, fineId).filter(({ did }) => did !== "reminder made");

/** The latest step that gave a fine this status, other than by taking something back. */
const stepTo = (steps: readonly Step[], status: FineState) =>
  steps.findLast(({ did, to }) => did !== "undone" && to === status);

/** The last step, if this person made it and it gave the fine the status that it has. */
function lastChange(steps: readonly Step[], { status }: Fine, { accountId }: Actor) {
  const last = steps.at(-1);
  if (!last?.from || last.by !== accountId) return null;
  if (last.did === "undone" || last.to !== status) return null;
  return { at: last.at, from: last.from };
}

/**
 * The steps of a fine with the person and the time of each, the oldest first.
 * @throws fines.unknown
 */
export function historyOf(db: Db, fineId: string) {
  fineById(db, fineId);
  const steps = stepsOf(db, fineId);
  const names = fullNamesOf(
    db,
    steps.map(({ by }) => by),
  );
  return steps.map(({ by, ...step }) => ({ ...step, by: names.get(by) ?? null }));
}

/**
 * The same for the resident: without the names of admins, without letters, and without slips that
 * were taken back at once.
 */
export function historyForResident(db: Db, fineId: string) {
  const kept: Step[] = [];
  for (const step of changesIn(db, fineId))
    if (step.did === "undone") kept.pop();
    else kept.push(step);
  return kept.map(({ by: _, ...step }) => step);
}

/**
 * Withdraws a fine, which then is not owed. Returns the fine.
 * @throws fines.unknown, fines.changed, fines.withdrawn, fines.paid
 */
export function withdrawFine(db: Db, by: Actor, input: Withdrawal, now: Moment) {
  const { fineId, reason, from } = input;
  createOnce(db, by, now.at, { action: "fines.withdraw", input }, () => {
    const before = fineById(db, fineId);
    if (from !== undefined && before.status !== from) throw finesError("fines.changed");
    if (before.status === withdrawn) throw finesError("fines.withdrawn");
    if (before.status === "Paid") throw finesError("fines.paid");
    changeFine(db, by, before, { did: "withdrawn", status: withdrawn, reason }, now);
    return fineId;
  });
  return fineById(db, fineId);
}

/**
 * Puts a withdrawn fine back, with the status that it had. Returns the fine.
 * @throws fines.unknown, fines.stands, fines.erased
 */
export function putFineBack(db: Db, by: Actor, fineId: string, now: Moment) {
  createOnce(db, by, now.at, { action: "fines.put_back", input: { fineId } }, () => {
    const before = fineById(db, fineId);
    if (before.status !== withdrawn) throw finesError("fines.stands");
    const steps = changesIn(db, fineId);
    const status = stepTo(steps, withdrawn)?.from ?? "Unpaid";
    const reason = stepTo(steps, status)?.reason ?? undefined;
    changeFine(db, by, before, { did: "put back", status, reason }, now);
    return fineId;
  });
  return fineById(db, fineId);
}

/**
 * Takes back what this person did to a fine a moment ago: it has the status from before, or the one that
 * a proof gives it which came since. Returns the fine.
 * @throws fines.unknown, fines.nothing_to_undo, fines.too_late, fines.erased
 */
export function undoChange(db: Db, by: Actor, fineId: string, now: Moment) {
  createOnce(db, by, now.at, { action: "fines.undo", input: { fineId } }, () => {
    const before = fineById(db, fineId);
    const steps = changesIn(db, fineId);
    const last = lastChange(steps, before, by);
    if (!last) throw finesError("fines.nothing_to_undo");
    if (isTooLate(last.at, now)) throw finesError("fines.too_late");
    // Nobody would look at a proof that came in between.
    const isProven = attachmentsOf(db, "proofs", fineId).some(({ addedAt }) => addedAt > last.at);
    const status = last.from === "Unpaid" && isProven ? "Pending..." : last.from;
    const earlier = stepTo(steps, status);
    const again = { status, since: earlier?.at, reason: earlier?.reason ?? undefined };
    changeFine(db, by, before, { did: "undone", ...again }, now);
    silence(db, by, [fineId], last.at);
    return fineId;
  });
  return fineById(db, fineId);
}

/** The same condition as in the index `fines_pending`; SQLite uses the index only with it. */
const isPending = sql`${fines.status} = 'Pending...'`;
const fineId = sql.placeholder("fineId");

const firstPending = (where: SQL) =>
  prepared((db) =>
    db
      .select({ id: fines.id })
      .from(fines)
      .where(and(isPending, where))
      .orderBy(asc(fines.id))
      .limit(1),
  );
const pendingAfter = firstPending(gt(fines.id, fineId));
const pendingBefore = firstPending(lt(fines.id, fineId));

/** The next fine with a payment proof to look at, the oldest first; null if there is no other. */
export const nextToLookAt = (db: Db, id: string): string | null =>
  (pendingAfter(db).get({ fineId: id }) ?? pendingBefore(db).get({ fineId: id }))?.id ?? null;
