import { isDeepStrictEqual } from "node:util";
import { and, eq, getTableColumns, inArray, isNull, ne, sql } from "drizzle-orm";

import { newId } from "../../database/columns.ts";
import { countRows } from "../../database/counting.ts";
import { type Db, placeholdersOf, prepared, write } from "../../database/open.ts";
import { wholeOf } from "../../database/pagination.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import { type Day, dayAfter, type Moment } from "../../platform/clock/clock.ts";
import { paymentReference } from "../../platform/money/paymentReference.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { contentVersion } from "../../platform/validation/contentVersion.ts";
import { sectionKey, unitKey } from "../../platform/validation/keys.ts";
import { lookOf } from "../../platform/validation/typed.ts";
import { unitsError } from "./errors.ts";
import { moveInByAddress } from "./occupancy/homes.ts";
import type { PartyRole } from "./occupancy/schema.ts";
import { partiesByUnit, partiesOf } from "./occupancy/service.ts";
import { unitQuotas } from "./quotas/table.ts";
import {
  type NewUnit,
  type UnitUpdate,
  type UnitValues,
  unitColumns,
  unitField,
  unitFieldNames,
} from "./schema.ts";
import { units } from "./table.ts";

const ofUnit = sql`${units.id}`;
const onTheDay = sql.placeholder("day");

/** The quota that holds on a day: of those that have begun, the latest. */
const quotaThen = sql<number | null>`(SELECT ${unitQuotas.quota} FROM ${unitQuotas}
  WHERE ${unitQuotas.unitId} = ${ofUnit} AND ${unitQuotas.since} <= ${onTheDay}
  ORDER BY ${unitQuotas.since} DESC LIMIT 1)`;

const {
  labelKey: _,
  since: __,
  createdAt: ___,
  removedAt: ____,
  ...listed
} = getTableColumns(units);
const columns = { ...listed, participationQuota: quotaThen };

type Row = typeof units.$inferSelect;

/** A unit, with its quota on a day in units of 1/10 000 percent. */
export type Unit = Pick<Row, keyof typeof listed> & { participationQuota: number | null };

/** The fields that are columns of the table, and replaced by an update. */
export const storedFields = unitFieldNames.filter((name) => name !== "participationQuota");
type Stored = Omit<Unit, "id" | "paymentReference" | "participationQuota">;

/** A unit's fields as they are stored: empty where they are left out. */
const storedOf = (unit: UnitValues): Stored =>
  Object.fromEntries(
    storedFields.map((name) => [name, unit[name] ?? unitField(name).empty]),
  ) as unknown as Stored;

const inRegister = prepared((db) =>
  db
    .select(columns)
    .from(units)
    .where(and(isNull(units.removedAt), sql`${units.since} <= ${onTheDay}`))
    .limit(sql.placeholder("limit")),
);

const numerically = new Intl.Collator("en", { numeric: true });

/** Sorts by section number as a number, those without one last, then by label. */
const bySection = (
  one: Pick<Unit, "sectionNumber" | "label">,
  other: Pick<Unit, "sectionNumber" | "label">,
): number =>
  Number(one.sectionNumber === null) - Number(other.sectionNumber === null) ||
  numerically.compare(one.sectionNumber ?? "", other.sectionNumber ?? "") ||
  numerically.compare(one.label, other.label);

/** All units of a day with their quotas then, by section. @throws request.list_too_long */
export const unitsOf = (db: Db, day: Day): Unit[] =>
  wholeOf((limit) => inRegister(db).all({ day, limit })).sort(bySection);

export const countUnits = (db: Db) => countRows(db, units, isNull(units.removedAt));

/** The sum of the units' quotas, in units of 1/10 000 percent, and how many have one. */
const quotasIn = (list: readonly Pick<Unit, "participationQuota">[]) => ({
  quotaSum: list.reduce((sum, { participationQuota }) => sum + (participationQuota ?? 0), 0),
  quotaCount: list.filter(({ participationQuota }) => participationQuota !== null).length,
});

/**
 * @param except the id of the unit itself
 * @throws units.label_taken, units.section_taken
 */
function refuseTaken(
  db: Db,
  { label, sectionNumber }: Pick<NewUnit, "label" | "sectionNumber">,
  except = "",
): void {
  const isHere = and(isNull(units.removedAt), ne(units.id, except));
  const taken = db
    .select({ id: units.id })
    .from(units)
    // A name in another alphabet that only looks like another unit's is taken too.
    .where(and(inArray(units.labelKey, [unitKey(label), lookOf(unitKey(label))]), isHere))
    .get();
  if (taken) throw unitsError("units.label_taken", { field: "label" });
  if (!sectionNumber) return;
  const { label: name, sectionNumber: section } = units;
  const others = db.select({ name, section }).from(units).where(isHere).all();
  const holder = others.find(
    (other) => other.section && sectionKey(other.section) === sectionKey(sectionNumber),
  );
  if (holder)
    throw unitsError("units.section_taken", {
      field: "sectionNumber",
      message: `${holder.name} already is section ${holder.section}. Two units cannot have the same section.`,
    });
}

const hasReference = prepared((db) =>
  db
    .select({ id: units.id })
    .from(units)
    .where(eq(units.paymentReference, sql.placeholder("reference"))),
);

/**
 * A payment reference that no unit ever had, with the section's number if that is free.
 * @param numbers those below `from` are taken, so that a long list is not counted from 1 each time
 */
function newReference(db: Db, sectionNumber: NewUnit["sectionNumber"], numbers: { from: number }) {
  const name = readSetting(db, "buildingName");
  const own = Number(/^\d{1,4}$/.exec(sectionNumber?.trim() ?? "")?.[0] ?? 0);
  for (let number = own || numbers.from; ; number += 1) {
    const reference = paymentReference(name, number);
    if (hasReference(db).get({ reference })) continue;
    if (own === 0) numbers.from = number + 1;
    return reference;
  }
}

const insertUnit = prepared((db) => db.insert(units).values(placeholdersOf(units)));
const insertQuota = prepared((db) => db.insert(unitQuotas).values(placeholdersOf(unitQuotas)));

/** Writes a new unit and its quota. Returns its id. */
function enterUnit(db: Db, by: Actor, unit: NewUnit, now: Moment, numbers = { from: 1 }) {
  const { participationQuota: quota = null, since = "" } = unit;
  const id = newId();
  const createdAt = now.at;
  const row: Row = {
    ...storedOf(unit),
    id,
    labelKey: unitKey(unit.label),
    paymentReference: newReference(db, unit.sectionNumber, numbers),
    since,
    createdAt,
    removedAt: null,
  };
  insertUnit(db).run(row);
  if (quota !== null)
    insertQuota(db).run({ id: newId(), unitId: id, quota, since, paper: "", createdAt });
  recordChange(db, by, createdAt, { action: "units.add", subjectId: id, after: unit });
  return id;
}

/** Adds a unit to the register. Returns its id. @throws units.label_taken, units.section_taken */
export function addUnit(db: Db, by: Actor, unit: NewUnit, now: Moment): string {
  return createOnce(db, by, now.at, { action: "units.add", input: unit }, () => {
    refuseTaken(db, unit);
    const id = enterUnit(db, by, unit, now);
    moveInByAddress(db, now);
    return id;
  });
}

/** The unit with its quota on a day, unless it was removed. @throws units.unknown */
export function unitById(db: Db, unitId: string, day: Day): Unit {
  const unit = prepareOne(db).get({ unitId, day });
  if (!unit) throw unitsError("units.unknown", { field: "unitId" });
  return unit;
}

const prepareOne = prepared((db) =>
  db
    .select(columns)
    .from(units)
    .where(and(eq(units.id, sql.placeholder("unitId")), isNull(units.removedAt))),
);

/** The version that a form sends back, so that it does not overwrite somebody else's change. */
export const unitVersion = (unit: Unit): string => contentVersion(storedOf(unit));

/**
 * Replaces a unit's fields. The addresses of its people change with its label.
 * @throws units.unknown, units.changed, units.label_taken, units.section_taken
 */
export function updateUnit(
  db: Db,
  by: Actor,
  { unitId, version, ...unit }: UnitUpdate,
  now: Moment,
): void {
  write(db, () => {
    const known = unitById(db, unitId, now.today);
    const before = storedOf(known);
    const after = storedOf(unit);
    const { label } = unit;
    if (version && version !== unitVersion(known) && !isDeepStrictEqual(before, after))
      throw unitsError("units.changed");
    refuseTaken(db, unit, unitId);
    db.update(units)
      .set({ ...after, labelKey: unitKey(label) })
      .where(eq(units.id, unitId))
      .run();
    recordChange(db, by, now.at, { action: "units.update", subjectId: unitId, before, after });
    moveInByAddress(db, now);
  });
}

type Quota = Pick<typeof unitQuotas.$inferSelect, "unitId" | "quota" | "since" | "paper">;

/** Writes a quota down, instead of what was entered for the same day. */
export function putQuota(db: Db, { unitId, since, quota, paper }: Quota, now: Moment): void {
  const row = { quota, paper, createdAt: now.at };
  db.insert(unitQuotas)
    .values({ unitId, since, ...row })
    .onConflictDoUpdate({ target: [unitQuotas.unitId, unitQuotas.since], set: row })
    .run();
}

/** Removes a unit from the register. @throws units.unknown, units.lived_in */
export function removeUnit(db: Db, by: Actor, unitId: string, now: Moment): void {
  write(db, () => {
    const { id: _, ...before } = unitById(db, unitId, now.today);
    // Who leaves today is no reason to wait until tomorrow.
    const staying = partiesOf(db, unitId, dayAfter(now.today, 1)).map(({ name }) => name);
    if (staying.length > 0)
      throw unitsError("units.lived_in", { message: stillEntered(before.label, staying) });
    db.update(units).set({ removedAt: now.at }).where(eq(units.id, unitId)).run();
    recordChange(db, by, now.at, { action: "units.remove", subjectId: unitId, before });
  });
}

function stillEntered(label: string, staying: readonly string[]): string {
  const names = [...new Set(staying)];
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return `${names.slice(0, 3).join(", ")}${more} ${names.length === 1 ? "is" : "are"} still entered for ${label}. Enter their last day on its page, or remove them first.`;
}

/** The register on a day: every unit with its owners and residents, and the sum of the quotas. */
export function unitRegister(db: Db, day: Day) {
  const list = unitsOf(db, day);
  const parties = partiesByUnit(db, day);
  const rows = list.map((unit) => {
    const theirs = parties.get(unit.id) ?? [];
    const of = (...roles: PartyRole[]) => theirs.filter(({ role }) => roles.includes(role));
    const owners = of("owner").map(({ personId: id, name, share }) => {
      return { id, name, share: share ?? 0 };
    });
    const residents = of("tenant", "occupant").map(({ personId: id, name }) => ({ id, name }));
    return { ...unit, owners, residents };
  });
  return { rows, ...quotasIn(list) };
}

/** A unit to add, or to update if `known` holds its current values. */
export interface UnitAction {
  unit: NewUnit;
  known?: Unit;
}

/** The source of a quota that a spreadsheet changed. */
const fromSpreadsheet = "A spreadsheet";

/**
 * Adds and updates the units of a list, each with its entry in the trail. Call it in a transaction.
 * The caller has checked labels and sections against the register and against each other, and calls
 * `moveInByAddress`. A changed quota holds from today.
 */
export function enterUnits(db: Db, by: Actor, actions: readonly UnitAction[], now: Moment): void {
  const numbers = { from: 1 };
  for (const { unit, known } of actions) {
    if (!known) {
      enterUnit(db, by, unit, now, numbers);
      continue;
    }
    const { id: unitId, participationQuota } = known;
    const quota = unit.participationQuota ?? null;
    const before = { ...storedOf(known), participationQuota };
    const after = { ...storedOf(unit), participationQuota: quota };
    db.update(units).set(storedOf(unit)).where(eq(units.id, unitId)).run();
    if (quota !== null && quota !== participationQuota) {
      const since = participationQuota === null ? "" : now.today;
      putQuota(db, { unitId, quota, since, paper: fromSpreadsheet }, now);
    }
    recordChange(db, by, now.at, { action: "units.update", subjectId: unitId, before, after });
  }
}

/** A unit with what a spreadsheet says of it: an empty cell does not delete the existing value. */
export function withValues(known: Unit | undefined, given: UnitValues): NewUnit {
  const names = unitFieldNames.filter((name) => (given[name] ?? known?.[name] ?? null) !== null);
  const values = Object.fromEntries(names.map((name) => [name, given[name] ?? known?.[name]]));
  return { ...values, label: known?.label ?? given.label ?? "" };
}

/** The fields that a spreadsheet changes, as they are written: "2.5000" and "3.0000". */
export const changedFields = (before: Unit, after: NewUnit) =>
  unitColumns.flatMap(({ field, name, label, write }) => {
    const [was = "", is = ""] = [before[field], after[field]].map((value) =>
      value === undefined || value === null ? "" : write(value),
    );
    return is === was || is === "" ? [] : [{ field: name, label, before: was, after: is }];
  });
