import type { Day } from "../../platform/clock/clock.ts";
import { shown } from "../../platform/csv/columns.ts";
import { unitKey } from "../../platform/validation/keys.ts";
import { fullName } from "../people/service.ts";
import { shareInWords } from "../units/occupancy/service.ts";
import { formatQuota } from "../units/quotas/schema.ts";
import { askAboutEmails, planStaff } from "./planAccounts.ts";
import { type List, mark, type Planning, rolesOf, type Scope } from "./planning.ts";
import { askWhatTheyAre, planParties } from "./planParties.ts";
import { changesOfPeople, findPeople } from "./planPeople.ts";
import { placeRows, planUnits } from "./planUnits.ts";
import type { Register } from "./register.ts";
import { type ListRow, sentence } from "./rows.ts";
import { type Choices, labelOf, type ReadPerson, type RegisterRow, roleLabels } from "./schema.ts";

export type Plan = ReturnType<typeof plan>;

type Problems = ReadonlyMap<ListRow, ListRow["problems"]>;

/** Plans the rows that have no problem yet, and notes problems that come up. */
function planSound(scope: Scope, rows: readonly ListRow[], problems: Problems) {
  const leftOut = new Set(scope.choices.leftOut);
  const planned = rows.map((row): Planning => {
    const outcome = leftOut.has(row.line) ? "left out" : row.skipped ? "skipped" : "unchanged";
    return {
      row,
      typed: row.unit,
      unit: "",
      people: [],
      outcome,
      notes: outcome === "skipped" ? [row.skipped] : [...row.remarks],
      changes: [],
      problems: (outcome === "unchanged" && problems.get(row)) || [],
    };
  });
  const counted = planned.filter(({ outcome }) => outcome === "unchanged");
  const isSound = (planning: Planning) => planning.problems.length === 0;
  const hopeful = counted.filter(isSound);
  placeRows(scope, counted);
  const sound = counted.filter(isSound);
  const units = planUnits(scope, sound);
  askWhatTheyAre(scope, sound);
  const everyone = findPeople(scope, sound);
  const staff = planStaff(scope, sound);
  askAboutEmails(scope, sound);
  const parties = planParties(scope, sound, everyone);
  for (const planning of sound)
    if (planning.people.some(({ who }) => !who.known)) mark(planning, "add");
  const changed = changesOfPeople(scope, sound);
  const isNew = !hopeful.every(isSound);
  return { planned, counted, units, everyone, changed, staff, parties, isNew };
}

/**
 * Plans an import: what will be written, and what is shown of it before. A row with a problem does
 * nothing, so the others are planned again without it until no new problem comes up.
 */
export function plan(register: Register, list: List, choices: Choices, today: Day) {
  const { rows, ...more } = list;
  const scope: Scope = {
    ...register,
    ...more,
    choices,
    today,
    unitKeys: new Map(register.units.map(({ id, label }) => [id, unitKey(label)])),
    holders: new Map(register.people.map((each) => [each.emailKey, each])),
    questions: [],
  };
  const problems: Problems = new Map(rows.map((row) => [row, [...row.problems]]));
  let last = planSound(scope, rows, problems);
  while (last.isNew) last = planSound(scope, rows, problems);
  const { planned, counted, units, everyone, changed, staff, parties } = last;
  const refused = counted.filter((planning) => planning.problems.length > 0);
  for (const planning of refused) planning.outcome = "refused";
  const added = everyone.filter((who) => !who.known);
  const { owner, tenant, other } = parties.counts;
  const updated = new Set([
    ...[...changed.keys()].map(({ id }) => id),
    ...parties.ends.map(({ party }) => party.personId),
  ]).size;
  const preview = {
    questions: scope.questions,
    rows: planned.map((planning) => shownRow(planning, choices)),
    counts: {
      units: units.counts,
      people: {
        add: added.length,
        update: updated,
        same: everyone.length - added.length - updated,
      },
      owners: owner,
      tenants: tenant,
      others: { add: other.add + staff.add, same: other.same + staff.same },
      staff,
      refused: refused.length,
    },
    quotaSum: units.quotaSum,
    quotaCount: units.quotaCount,
  };
  return {
    preview,
    units: units.actions,
    people: added,
    changed,
    parties: parties.added,
    ends: parties.ends,
  };
}

/** A row as it is shown. */
function shownRow(
  { row, typed, unit, people, outcome, notes, changes, problems }: Planning,
  choices: Choices,
): RegisterRow {
  const { participationQuota } = row.facts;
  const sentences = problems.map(({ field, words }) => sentence(field, words));
  return {
    line: row.line,
    unit: unit || typed,
    quota: participationQuota ? formatQuota(participationQuota) : "",
    what: row.people.map(({ person }) => shown(fullName(person))).join(", "),
    people: row.people.map((entry, at): ReadPerson => {
      const { name, surname, juristic, email, cellPhone } = entry.person;
      const share = people[at]?.owns?.share ?? entry.share;
      const roles = rolesOf(entry, choices).map((role) => roleLabels[role]);
      return {
        whose: entry.whose,
        place: entry.place,
        roles: roles.join(", "),
        name,
        surname,
        juristic,
        email,
        cellPhone,
        share: share ? shareInWords(share) : "",
      };
    }),
    changes: outcome === "refused" ? [] : changes,
    fate: outcome,
    notes: outcome === "refused" ? sentences : notes,
    problems: problems
      .filter(({ field }) => field !== "")
      .map(({ field, words }) => ({
        field,
        label: labelOf(field),
        value: row.cell(field),
        words: sentence(field, words),
      })),
  };
}
