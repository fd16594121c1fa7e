import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { mapped, type Work } from "../../database/chunks.ts";
import { newId } from "../../database/columns.ts";
import { addingAll, type Db, named, native, prepared, write } from "../../database/open.ts";
import { wholeOf } from "../../database/pagination.ts";
import { type Actor, createOnce, recordChange, recordingAll } from "../../platform/audit/audit.ts";
import { nameKey } from "../../platform/auth/accounts.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import type { FieldRow } from "../../platform/csv/columns.ts";
import {
  about,
  bothLines,
  complaintsOf,
  type Field,
  faultsOf,
  type Planned,
  shown,
} from "../../platform/csv/plan.ts";
import { people } from "../people/table.ts";
import { unitsError } from "./errors.ts";
import { formatQuota, type NewUnit, newUnit, parseQuota, type UnitUpdate } from "./schema.ts";
import { units } from "./table.ts";

/** The key for comparing labels and addresses: "Unit 3" and "unit3" are the same unit. */
export const unitKey = (label: string): string => nameKey(label).replace(/\s/g, "");

const columns = {
  id: units.id,
  label: units.label,
  sectionNumber: units.sectionNumber,
  participationQuota: units.participationQuota,
};

/** The people who live in units, by the key of the unit's label. */
function peopleByUnit(db: Db): Map<string, { id: string; name: string }[]> {
  const { id, name, surname, address } = people;
  const everybody = wholeOf((limit) =>
    db
      .select({ id, name, surname, address })
      .from(people)
      .where(and(isNull(people.removedAt), ne(people.address, "")))
      .orderBy(asc(people.id))
      .limit(limit)
      .all(),
  );
  const homes = new Map<string, { id: string; name: string }[]>();
  for (const { id, name, surname, address } of everybody) {
    const key = unitKey(address);
    homes.set(key, [...(homes.get(key) ?? []), { id, name: `${name} ${surname}` }]);
  }
  return homes;
}

export type Unit = Pick<typeof units.$inferSelect, keyof typeof columns>;

const inRegister = prepared((db) =>
  native<Unit>(
    db,
    db
      .select(named(columns))
      .from(units)
      .where(isNull(units.removedAt))
      .orderBy(asc(units.id))
      .limit(sql.placeholder("limit")),
  ),
);

/** All units in the order they were added. @throws request.list_too_long */
export function unitsOf(db: Db): Unit[] {
  const { statement, bind } = inRegister(db);
  return wholeOf((limit) => statement.all(...bind({ limit })));
}

/** The sum of the units' quotas, in units of 1/10 000 percent. */
const quotaSum = (list: readonly { participationQuota: number | null }[]): number =>
  list.reduce((sum, { participationQuota }) => sum + (participationQuota ?? 0), 0);

/** The register: every unit with its residents, and the sum of the quotas. */
export function unitRegister(db: Db) {
  const list = unitsOf(db);
  const homes = peopleByUnit(db);
  const rows = list.map((unit) => ({ ...unit, residents: homes.get(unitKey(unit.label)) ?? [] }));
  return { rows, quotaSum: quotaSum(list) };
}

/**
 * @param except the id of the unit itself
 * @throws units.label_taken
 */
function refuseTakenLabel(db: Db, label: string, except = ""): void {
  const taken = db
    .select({ id: units.id })
    .from(units)
    .where(and(eq(units.labelKey, unitKey(label)), isNull(units.removedAt), ne(units.id, except)))
    .get();
  if (taken) throw unitsError("units.label_taken", { field: "label" });
}

/** Adds a unit to the register. Returns its id. @throws units.label_taken */
export function addUnit(db: Db, by: Actor, unit: NewUnit, now: Moment): string {
  return createOnce(db, by, now.at, { action: "units.add", input: unit }, () => {
    refuseTakenLabel(db, unit.label);
    const id = newId();
    db.insert(units)
      .values({ ...unit, id, labelKey: unitKey(unit.label), createdAt: now.at })
      .run();
    recordChange(db, by, now.at, { action: "units.add", subjectId: id, after: unit });
    return id;
  });
}

/** The unit, unless it was removed. @throws units.unknown */
export function unitById(db: Db, unitId: string) {
  const unit = db
    .select(columns)
    .from(units)
    .where(and(eq(units.id, unitId), isNull(units.removedAt)))
    .get();
  if (!unit) throw unitsError("units.unknown", { field: "unitId" });
  return unit;
}

/** A unit's columns; fields that are left out become null. */
const entered = ({ label, sectionNumber, participationQuota }: NewUnit) => ({
  label,
  sectionNumber: sectionNumber ?? null,
  participationQuota: participationQuota ?? null,
});

/**
 * Replaces a unit's fields. The addresses of its residents change with its label.
 * @throws units.unknown, units.label_taken
 */
export function updateUnit(db: Db, by: Actor, { unitId, ...unit }: UnitUpdate, now: Moment): void {
  write(db, () => {
    const { id: _, ...before } = unitById(db, unitId);
    const { label } = unit;
    refuseTakenLabel(db, label, unitId);
    const after = entered(unit);
    db.update(units)
      .set({ ...after, labelKey: unitKey(label) })
      .where(eq(units.id, unitId))
      .run();
    const movers = label === before.label ? [] : peopleByUnit(db).get(unitKey(before.label));
    for (const { id } of movers ?? [])
      db.update(people).set({ address: label }).where(eq(people.id, id)).run();
    recordChange(db, by, now.at, { action: "units.update", subjectId: unitId, before, after });
  });
}

/** Removes a unit from the register. @throws units.unknown, units.lived_in */
export function removeUnit(db: Db, by: Actor, unitId: string, now: Moment): void {
  write(db, () => {
    const { id: _, ...before } = unitById(db, unitId);
    const home = peopleByUnit(db).get(unitKey(before.label)) ?? [];
    if (home.length > 0)
      throw unitsError("units.lived_in", { message: livedIn(before.label, home) });
    db.update(units).set({ removedAt: now.at }).where(eq(units.id, unitId)).run();
    recordChange(db, by, now.at, { action: "units.remove", subjectId: unitId, before });
  });
}

function livedIn(label: string, home: readonly { name: string }[]): string {
  const names = home.slice(0, 3).map(({ name }) => name);
  const more = home.length > 3 ? ` and ${home.length - 3} more` : "";
  return `${names.join(", ")}${more} still ${home.length === 1 ? "lives" : "live"} in ${label}. Change their address or remove them first.`;
}

/**
 * Plans what importing these rows would change, and the sum of all quotas afterwards.
 * @param list the current register
 * @param fields of a unit, with the labels used in problems
 */
export function* planUnits(
  list: readonly Unit[],
  fields: readonly Field[],
  rows: readonly FieldRow[],
) {
  const register = new Map(yield* mapped(list, (unit) => [unitKey(unit.label), unit] as const));
  const seen = new Map<string, number>();
  let sum = quotaSum(list);
  const planned = yield* mapped(rows, (row): Planned<UnitAction> => {
    const { line, cell } = row;
    const label = cell("label");
    const what = shown(label || "No unit");
    const faults = faultsOf(fields, row);
    const key = unitKey(label);
    const previousLine = key && seen.get(key);
    if (previousLine) faults.push(bothLines(previousLine, line, "unit"));
    seen.set(key, line);
    const typed = cell("participationQuota");
    const quota = typed ? parseQuota(typed) : null;
    if (quota && "problem" in quota)
      faults.push(about(fields, "participationQuota", quota.problem));
    const known = register.get(key);
    // An empty cell does not delete the existing value.
    const section = cell("sectionNumber") || known?.sectionNumber;
    const participationQuota = quota && "quota" in quota ? quota.quota : known?.participationQuota;
    const unit = {
      label: known?.label ?? label,
      ...(section && { sectionNumber: section }),
      ...(participationQuota && { participationQuota }),
    };
    const parsed = newUnit.safeParse(unit);
    const has = (field: string) => cell(field) !== "";
    faults.push(...complaintsOf(fields, parsed.error?.issues ?? [], has));
    if (!parsed.success || faults.length > 0) return { line, what, fate: "refused", notes: faults };
    const { data } = parsed;
    sum += (data.participationQuota ?? 0) - (known?.participationQuota ?? 0);
    if (!known) return { line, what, fate: "add", notes: [], action: { unit: data } };
    const notes = changes(known, data);
    if (notes.length === 0) return { line, what, fate: "unchanged", notes };
    return { line, what, fate: "update", notes, action: { unit: data, known } };
  });
  return { rows: planned, quotaSum: sum };
}

/** A unit to add, or to update if `known` holds its current values. */
export interface UnitAction {
  unit: NewUnit;
  known?: Unit;
}

const addingUnits = addingAll(units);

const setFigures = prepared((db) => {
  const given = (name: string) => sql`${sql.placeholder(name)}`;
  const figures = {
    sectionNumber: given("sectionNumber"),
    participationQuota: given("participationQuota"),
  };
  return native(
    db,
    db
      .update(units)
      .set(figures)
      .where(eq(units.id, given("id"))),
  );
});

/**
 * Prepares the planned changes, and returns the function that makes them in a transaction. The
 * caller must check that the units have not changed meanwhile.
 */
export function* enteringUnits(
  db: Db,
  by: Actor,
  actions: readonly UnitAction[],
  now: Moment,
): Work<() => void> {
  const { statement, bind } = setFigures(db);
  const added: (typeof units.$inferSelect)[] = [];
  const updates: unknown[][] = [];
  const changes = yield* mapped(actions, ({ unit, known }) => {
    const after = entered(unit);
    if (known) {
      const { id, ...before } = known;
      updates.push(bind({ ...after, id }));
      return { action: "units.update", subjectId: id, before, after };
    }
    const [id, labelKey] = [newId(), unitKey(unit.label)];
    added.push({ ...after, id, labelKey, createdAt: now.at, removedAt: null });
    return { action: "units.add", subjectId: id, after: unit };
  });
  const add = yield* addingUnits(db, added);
  const note = yield* recordingAll(db, by, now.at, changes);
  return () => {
    add();
    for (const values of updates) statement.run(values);
    note();
  };
}

/** The differences in words; empty if there are none. */
function changes(before: Unit, after: NewUnit): string[] {
  const section = before.sectionNumber ?? "none";
  const quota = before.participationQuota;
  const notes: string[] = [];
  if (after.sectionNumber && after.sectionNumber !== section)
    notes.push(`Section ${section} becomes ${after.sectionNumber}.`);
  if (after.participationQuota && after.participationQuota !== quota)
    notes.push(
      `PQ ${quota ? formatQuota(quota) : "none"} becomes ${formatQuota(after.participationQuota)}.`,
    );
  return notes;
}
