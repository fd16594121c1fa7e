import { sectionKey, unitKey, unitNumber } from "../../platform/validation/keys.ts";
import { type UnitValues, unitColumns } from "../units/schema.ts";
import { changedFields, type Unit, type UnitAction, withValues } from "../units/service.ts";
import { type Ask, type List, mark, type Planning, type Register } from "./planning.ts";
import type { ListRow } from "./rows.ts";
import type { Choices, RegisterChange } from "./schema.ts";

/** Rows without a unit belong to the unit above, if they say something of one and somebody agrees. */
export function placeRows(
  { saysRoles }: List,
  rows: readonly Planning[],
  choices: Choices,
  ask: Ask,
): void {
  const without = rows.filter(({ row }) => {
    const mayBe = !saysRoles && row.people.length > 0 && choices.as !== "staff";
    return row.unit === "" && (row.isAboutUnit || mayBe);
  });
  const below = without.filter(({ row }) => row.unitAbove !== "");
  // Without roles they may also be people who have no unit.
  const answer = choices.unitAbove ?? (saysRoles || undefined);
  if (below.length > 0)
    ask(
      "unitAbove",
      below.length === 1
        ? "1 row has no unit. Does it belong to the unit above?"
        : `${below.length} rows have no unit. Do they belong to the unit above?`,
      below.map(({ row }) => `row ${row.line} to ${row.unitAbove}`),
      answer,
    );
  for (const planning of without) {
    const { row } = planning;
    if (answer && row.unitAbove) planning.typed = row.unitAbove;
    else if (row.isAboutUnit) complainOfUnit(planning, "is empty");
  }
}

/** Notes what is wrong with a row's unit, unless it was noted before. */
export function complainOfUnit({ problems }: Planning, words: string): void {
  if (!problems.some(({ field }) => field === "unit")) problems.push({ field: "unit", words });
}

/**
 * The label of each unit of the list as it is in the register or will be. A list may write "1" for
 * "Unit 1".
 */
export function labelsOf(
  register: Register,
  rows: readonly Planning[],
  choices: Choices,
  ask: Ask,
) {
  const existing = new Map(register.units.map(({ label }) => [unitKey(label), label]));
  const typed = new Map<string, string>();
  for (const { typed: label } of rows)
    if (label) typed.set(unitKey(label), typed.get(unitKey(label)) ?? label);
  const byNumber = new Map<string, string[]>();
  const candidates = [...existing, ...[...typed].filter(([key]) => !existing.has(key))];
  for (const [, label] of candidates) {
    const number = unitNumber(label);
    if (number) byNumber.set(number, [...(byNumber.get(number) ?? []), label]);
  }
  const same = new Map<string, string>();
  for (const [key, label] of typed) {
    if (existing.has(key)) continue;
    const others = byNumber.get(unitNumber(label)) ?? [];
    const here = others.filter((other) => existing.has(unitKey(other)));
    // Without one in the register, the list's own longer way of writing it is meant.
    const longest = others.reduce((one, other) => (other.length > one.length ? other : one), label);
    const meant = here.length === 1 ? here[0] : here.length === 0 ? longest : undefined;
    if (meant && unitKey(meant) !== key) same.set(key, meant);
  }
  if (same.size > 0) {
    const examples = [...same].map(([key, label]) => `${typed.get(key)} is ${label}`);
    const words =
      same.size === 1
        ? `Is ${typed.get([...same.keys()][0] ?? "")} the same unit as ${[...same.values()][0]}?`
        : `The list writes ${same.size} units in another way. Are they the same units?`;
    ask("sameUnits", words, examples, choices.sameUnits);
  }
  const labels = new Map<string, string>();
  for (const [key, label] of typed)
    labels.set(
      key,
      existing.get(key) ?? (choices.sameUnits !== false ? same.get(key) : undefined) ?? label,
    );
  const missing = [...new Set(labels.values())].filter((label) => !existing.has(unitKey(label)));
  if (missing.length > 0)
    ask(
      "makeUnits",
      `${missing.length === 1 ? `${missing[0]} is` : `${missing.length} units are`} not in Stoep yet. Make ${missing.length === 1 ? "it" : "them"}?`,
      missing,
      choices.makeUnits,
    );
  return { labels, missing: new Set(missing) };
}

/** The list's facts of each unit, in one row or several that must not contradict each other. */
function factsOf(rows: readonly Planning[]) {
  const facts = new Map<string, { label: string; facts: ListRow["facts"]; rows: Planning[] }>();
  for (const planning of rows) {
    const { row, unit, problems } = planning;
    if (unit === "") continue;
    const key = unitKey(unit);
    const of = facts.get(key) ?? { label: unit, facts: {}, rows: [] };
    facts.set(key, of);
    for (const { field, name } of unitColumns) {
      if (field === "label" || row.facts[field] === undefined) continue;
      const before = of.facts[field];
      if (before !== undefined && before !== row.facts[field])
        problems.push({ field: name, words: `is not the same as in line ${of.rows[0]?.row.line}` });
      else Object.assign(of.facts, { [field]: row.facts[field] });
    }
    of.rows.push(planning);
  }
  return facts;
}

/** The units to add and to change. */
export function planUnits(register: Register, rows: readonly Planning[], choices: Choices) {
  const existing = new Map(register.units.map((unit) => [unitKey(unit.label), unit]));
  const sections = new Map(
    register.units.flatMap(({ label, sectionNumber }) =>
      sectionNumber ? [[sectionKey(sectionNumber), label] as const] : [],
    ),
  );
  const actions: UnitAction[] = [];
  const counts = { add: 0, update: 0, same: 0 };
  const quotas = new Map(
    register.units.map((unit) => [unitKey(unit.label), unit.participationQuota]),
  );
  for (const [key, { label, facts, rows: theirs }] of factsOf(rows)) {
    const before = existing.get(key);
    const [first] = theirs;
    const changes =
      before && first ? changesOfUnit(before, { ...facts, label }, first, choices) : [];
    const left = changes.filter(({ isTaken }) => !isTaken).map(({ field }) => field);
    const kept = unitColumns.filter(({ name }) => !left.includes(name));
    const unit = withValues(before, {
      ...Object.fromEntries(kept.map(({ field }) => [field, facts[field as keyof typeof facts]])),
      label,
    });
    const section = unit.sectionNumber;
    const holder = section ? sections.get(sectionKey(section)) : undefined;
    if (holder !== undefined && unitKey(holder) !== key)
      first?.problems.push({ field: "section", words: `${section} is ${holder}'s already` });
    else if (section) sections.set(sectionKey(section), label);
    quotas.set(key, unit.participationQuota ?? null);
    const isChanged = changes.some(({ isTaken }) => isTaken);
    if (!before) counts.add += 1;
    else counts[isChanged ? "update" : "same"] += 1;
    if (first && !before) mark(first, "add");
    if (first && isChanged) mark(first, "update");
    if (!before) actions.push({ unit });
    else if (isChanged) actions.push({ unit, known: before });
  }
  const sums = [...quotas.values()].filter((quota) => quota !== null);
  return {
    actions,
    counts,
    quotaSum: sums.reduce((sum, quota) => sum + quota, 0),
    quotaCount: sums.length,
  };
}

/** The list's differences from a unit here. They are taken unless somebody says otherwise. */
function changesOfUnit(
  before: Unit,
  facts: UnitValues,
  planning: Planning,
  choices: Choices,
): RegisterChange[] {
  const changes = changedFields(before, withValues(before, facts)).map((change) => ({
    ...change,
    isTaken: choices.taken[planning.row.line]?.[change.field] ?? true,
  }));
  planning.changes.push(...changes);
  return changes;
}
