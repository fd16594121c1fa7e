import { and, eq, gte, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { type Db, prepared, write } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import { accounts } from "../../platform/auth/table.ts";
import { type Day, dayAfter, type Moment } from "../../platform/clock/clock.ts";
import { fullName } from "../people/service.ts";
import { people } from "../people/table.ts";
import { unitParties } from "../units/occupancy/table.ts";
import { maintenanceError } from "./errors.ts";
import { isClosed } from "./list.ts";
import type { RequestPlanOfAdmin } from "./schema.ts";
import { joinedTo, requestById, tellOfRequest } from "./service.ts";
import { maintenanceRequests as requests } from "./table.ts";

const workers = prepared((db) =>
  db
    .select({
      id: people.id,
      name: people.name,
      surname: people.surname,
      role: accounts.role,
      trade: accounts.maintenanceType,
    })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.id))
    .where(and(isNull(accounts.removedAt), sql`${accounts.role} <> 'Resident'`)),
);

const today = sql.placeholder("today");

/** A company that has a unit is an owner or a tenant, and one that left it may work here. */
const contractors = prepared((db) =>
  db
    .select({ id: people.id, name: people.name, surname: people.surname })
    .from(people)
    .where(
      and(
        eq(people.juristic, true),
        isNull(people.removedAt),
        notExists(
          db
            .select({ id: unitParties.id })
            .from(unitParties)
            .where(
              and(
                eq(unitParties.personId, people.id),
                lte(unitParties.since, today),
                or(isNull(unitParties.until), gte(unitParties.until, today)),
              ),
            ),
        ),
      ),
    ),
);

/** Possible assignees: staff with their trade, admins, and companies without a unit, by name. */
export const assignees = (db: Db, today: Day) =>
  [
    ...workers(db)
      .all()
      .map((person) => ({
        ...person,
        kind: (person.role === "Staff" && person.trade) || person.role,
      })),
    ...contractors(db)
      .all({ today })
      .map((company) => ({ ...company, kind: "Company" })),
  ]
    .map((each) => ({ id: each.id, name: fullName(each), kind: each.kind }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));

/**
 * Says how far an open request is, how urgent, whose trade, who has it and for which day it is planned,
 * and the same of those joined to it.
 * @throws maintenance.unknown, maintenance.closed, maintenance.nobody_for_it, maintenance.due_day
 */
export function planRequest(
  db: Db,
  by: Actor,
  { requestId, step, priority, assignedTo, dueOn, maintenanceType }: RequestPlanOfAdmin,
  now: Moment,
): void {
  write(db, () => {
    const request = requestById(db, requestId);
    if (isClosed(request)) throw maintenanceError("maintenance.closed");
    const wanted = { step, priority, assignedTo, dueOn, maintenanceType };
    // Unchanged fields are not checked: they may have been right only when they were planned.
    const changed = changesOf(request, wanted);
    if (changed.assignedTo && !assignees(db, now.today).some(({ id }) => id === changed.assignedTo))
      throw maintenanceError("maintenance.nobody_for_it", { field: "assignedTo" });
    if (changed.dueOn && (changed.dueOn < now.today || changed.dueOn > dayAfter(now.today, 365)))
      throw maintenanceError("maintenance.due_day", { field: "dueOn" });
    for (const each of [...joinedTo(db, requestId), request])
      if (!isClosed(each)) planOne(db, by, each, wanted, now);
  });
}

type Request = ReturnType<typeof requestById>;
type Plan = Omit<RequestPlanOfAdmin, "requestId">;

function planOne(db: Db, by: Actor, request: Request, wanted: Plan, now: Moment): void {
  const after = changesOf(request, wanted);
  const names = Object.keys(after) as (keyof Plan)[];
  if (names.length === 0) return;
  db.update(requests)
    .set({ ...after, saidOn: now.today })
    .where(eq(requests.id, request.id))
    .run();
  const change = { before: pick(request, names), after };
  recordChange(db, by, now.at, { action: "maintenance.plan", subjectId: request.id, ...change });
  tellOfRequest(db, by, request, now);
}

/** The fields of a plan that differ from the request. */
const changesOf = (request: Request, wanted: Plan) =>
  pick(
    wanted,
    (Object.keys(wanted) as (keyof Plan)[]).filter(
      (name) => wanted[name] !== undefined && wanted[name] !== request[name],
    ),
  );

export const pick = <Of extends object, Name extends keyof Of>(from: Of, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Pick<Of, Name>>;
