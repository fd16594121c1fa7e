import { madeByExcel } from "../../platform/csv/repaired.ts";
import { grouped } from "../../platform/lists/grouped.ts";
import { sectionKey, unitKey, unitNumber } from "../../platform/validation/keys.ts";
import { lookOf } from "../../platform/validation/typed.ts";
import { unitColumns } from "../units/schema.ts";
import { changedFields, type UnitAction, withValues } from "../units/service.ts";
import { ask, mark, type Planning, type Scope } from "./planning.ts";
import { complain, type ListRow, tidyQuota } from "./rows.ts";

/** Finds the unit of each row, as it is in the register or will be. */
export function placeRows(scope: Scope, rows: readonly Planning[]): void {
  placeBelow(scope, rows);
  const { labels, missing } = labelsOf(scope, rows);
  const later = new Set(scope.later.map(({ label }) => label));
  const looks = new Map(
    [...scope.units, ...scope.later].map(({ label }) => [lookOf(unitKey(label)), label]),
  );
  for (const planning of rows) {
    const key = unitKey(planning.typed);
    const alike = looks.get(lookOf(key));
    if (alike !== undefined && lookOf(key) !== key && unitKey(alike) !== key)
      complain(planning, "unit", `has letters of another alphabet. Type it again for ${alike}`);
    planning.unit = labels.get(key) ?? "";
    if (scope.choices.makeUnits === false && missing.includes(planning.unit))
      complain(planning, "unit", "is not in Stoep. Type another, or leave the row out");
    if (later.has(planning.unit))
      complain(planning, "unit", "begins on a later day. Leave the row out until then");
  }
}

/** Rows without a unit belong to the unit above, if they say something of one and somebody agrees. */
function placeBelow(scope: Scope, rows: readonly Planning[]): void {
  const { saysRoles, choices } = scope;
  const without = rows.filter(({ row }) => {
    const mayBe = !saysRoles && row.people.length > 0 && choices.as !== "staff";
    return row.unit === "" && (row.isAboutUnit || mayBe);
  });
  const below = without.filter(({ row }) => row.unitAbove !== "");
  // Without roles they may also be people who have no unit.
  const answer = choices.unitAbove ?? (saysRoles || undefined);
  if (below.length > 0)
    ask(
      scope,
      "unitAbove",
      below.length === 1
        ? "1 row has no unit. Does it belong to the unit above?"
        : `${below.length} rows have no unit. Do they belong to the unit above?`,
      below.map(({ row }) => `row ${row.line} to ${row.unitAbove}`),
      answer,
    );
  for (const planning of without) {
    const { row } = planning;
    const why = madeByExcel(row.unitAbove);
    if (answer && why) complain(planning, "unit", why);
    else if (answer && row.unitAbove) planning.typed = row.unitAbove;
    else if (row.isAboutUnit) complain(planning, "unit", "is empty");
  }
}

/**
 * The label of each unit of the list as it is in the register or will be, and those that are not there
 * yet. A list may write "1" for "Unit 1".
 */
function labelsOf(scope: Scope, rows: readonly Planning[]) {
  const known = [...scope.units, ...scope.later];
  const existing = new Map(known.map(({ label }) => [unitKey(label), label]));
  const typed = new Map<string, string>();
  for (const { typed: label, row } of rows) {
    const isUnit = label !== "" && !row.problems.some(({ field }) => field === "unit");
    if (isUnit && !typed.has(unitKey(label))) typed.set(unitKey(label), label);
  }
  const unknown = [...typed].filter(([key]) => !existing.has(key));
  const byNumber = grouped(
    [...existing.values(), ...unknown.map(([, label]) => label)],
    unitNumber,
  );
  const same = new Map<string, string>();
  for (const [key, label] of unknown) {
    const number = unitNumber(label);
    const others = (number && byNumber.get(number)) || [];
    const here = others.filter((other) => existing.has(unitKey(other)));
    // Without one in the register, the list's own longer way of writing it is meant.
    const longest = others.reduce((one, other) => (other.length > one.length ? other : one), label);
    const meant = here.length === 1 ? here[0] : here.length === 0 ? longest : undefined;
    if (meant && unitKey(meant) !== key) same.set(key, meant);
  }
  const [first] = same;
  if (first)
    ask(
      scope,
      "sameUnits",
      same.size === 1
        ? `Is ${typed.get(first[0])} the same unit as ${first[1]}?`
        : `The list writes ${same.size} units in another way. Are they the same units?`,
      [...same].map(([key, label]) => `${typed.get(key)} is ${label}`),
    );
  const isSame = scope.choices.sameUnits !== false;
  const labels = new Map(
    [...typed].map(([key, label]) => [
      key,
      existing.get(key) ?? (isSame ? same.get(key) : undefined) ?? label,
    ]),
  );
  const missing = [...new Set(labels.values())].filter((label) => !existing.has(unitKey(label)));
  const words =
    missing.length === 1
      ? `${missing[0]} is not in Stoep yet. Make it?`
      : `${missing.length} units are not in Stoep yet. Make them?`;
  if (missing.length > 0) ask(scope, "makeUnits", words, missing);
  return { labels, missing };
}

/** The list's facts of a unit, in one row or several that must not contradict each other. */
function factsOf(rows: readonly Planning[]): ListRow["facts"] {
  const facts: Record<string, unknown> = {};
  for (const planning of rows)
    for (const [field, value] of Object.entries(planning.row.facts)) {
      const name = unitColumns.find((each) => each.field === field)?.name ?? field;
      if ((facts[field] ?? value) !== value)
        complain(planning, name, `is not the same as in line ${rows[0]?.row.line}`);
      else facts[field] = value;
    }
  return facts;
}

function askAboutQuotas(scope: Scope): void {
  const { small, choices } = scope;
  if (!small) return;
  const words = `All PQs are below 1. Are they parts of the whole, so that ${small.example} is ${tidyQuota(small.example, true)} %?`;
  ask(scope, "quotaParts", words, [], choices.quotaParts ?? (small.isWhole || undefined));
}

/** The units to add and to change. What differs from a unit here is taken unless somebody says otherwise. */
export function planUnits(scope: Scope, rows: readonly Planning[]) {
  const { units, later, choices } = scope;
  askAboutQuotas(scope);
  const existing = new Map(units.map((unit) => [unitKey(unit.label), unit]));
  const sections = new Map(
    [...units, ...later].map(({ label, sectionNumber }) => [
      sectionKey(sectionNumber ?? ""),
      label,
    ]),
  );
  const quotas = new Map(units.map((unit) => [unitKey(unit.label), unit.participationQuota]));
  const actions: UnitAction[] = [];
  const counts = { add: 0, update: 0, same: 0 };
  const placed = rows.filter(({ unit }) => unit !== "");
  for (const [key, theirs] of grouped(placed, ({ unit }) => unitKey(unit))) {
    const [first] = theirs;
    if (!first) continue;
    const known = existing.get(key);
    const facts = { ...factsOf(theirs), label: first.unit };
    const taken = choices.taken[first.row.line];
    if (known)
      for (const change of changedFields(known, withValues(known, facts)))
        first.changes.push({ ...change, isTaken: taken?.[change.field] ?? true });
    const kept = unitColumns.filter(
      ({ name }) => !first.changes.some(({ field, isTaken }) => field === name && !isTaken),
    );
    const unit = withValues(
      known,
      Object.fromEntries(kept.map(({ field }) => [field, facts[field]])),
    );
    quotas.set(key, unit.participationQuota ?? null);
    const section = unit.sectionNumber;
    const holder = section ? sections.get(sectionKey(section)) : undefined;
    if (holder !== undefined && unitKey(holder) !== key)
      complain(first, "section", `${section} is ${holder}'s already`);
    else if (section) sections.set(sectionKey(section), first.unit);
    const isChanged = first.changes.some(({ isTaken }) => isTaken);
    const outcome = !known ? "add" : isChanged ? "update" : "same";
    counts[outcome] += 1;
    if (outcome === "same") continue;
    mark(first, outcome);
    actions.push(known ? { unit, known } : { unit });
  }
  const sums = [...quotas.values()].filter((quota) => quota !== null);
  return {
    actions,
    counts,
    quotaSum: sums.reduce((sum, quota) => sum + quota, 0),
    quotaCount: sums.length,
  };
}
