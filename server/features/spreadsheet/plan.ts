import type { Day } from "../../platform/clock/clock.ts";
import { shown } from "../../platform/csv/columns.ts";
import { unitKey } from "../../platform/validation/keys.ts";
import { fullName } from "../people/service.ts";
import { shareInWords } from "../units/occupancy/service.ts";
import { formatQuota } from "../units/quotas/schema.ts";
import type { UnitAction } from "../units/service.ts";
import { askAboutEmails, planStaff } from "./planAccounts.ts";
import {
  type List,
  mark,
  type Neighbour,
  type Planning,
  questionnaire,
  type Register,
  rolesOf,
  type Somebody,
} from "./planning.ts";
import { askWhatTheyAre, type PlannedParty, planParties } from "./planParties.ts";
import { changesOfPeople, type Details, peopleOf } from "./planPeople.ts";
import { complainOfUnit, labelsOf, placeRows, planUnits } from "./planUnits.ts";
import { type Entry, type ListRow, sentence } from "./rows.ts";
import {
  type CheckedRegister,
  type Choices,
  labelOf,
  type ReadPerson,
  type RegisterRow,
  roleLabels,
} from "./schema.ts";

/** The plan of an import: what will be written, and what is said of it before. */
export interface Plan
  extends Pick<CheckedRegister, "questions" | "rows" | "counts" | "quotaSum" | "quotaCount"> {
  units: UnitAction[];
  people: Somebody[];
  /** People who are here, with what becomes otherwise. */
  changed: Map<Neighbour, Details>;
  parties: PlannedParty[];
}

type Found = Map<ListRow, ListRow["problems"]>;

/** Plans the rows that have no problem yet. */
function planSound(
  register: Register,
  list: List,
  choices: Choices,
  { today, found }: { today: Day; found: Found },
) {
  const leftOut = new Set(choices.leftOut);
  const planned = list.rows.map((row): Planning => {
    const outcome = leftOut.has(row.line) ? "left out" : row.skipped ? "skipped" : "unchanged";
    const remarks = row.remarks.map(({ field, words }) => sentence(field, words));
    const notes = outcome === "skipped" ? [row.skipped] : remarks;
    const problems = outcome === "unchanged" ? [...(found.get(row) ?? row.problems)] : [];
    return { row, typed: row.unit, unit: "", outcome, notes, changes: [], problems };
  });
  const counted = planned.filter(({ outcome }) => outcome === "unchanged");
  const hopeful = counted.filter(({ problems }) => problems.length === 0);
  const { questions, ask } = questionnaire();
  placeRows(list, counted, choices, ask);
  const { labels, missing } = labelsOf(register, counted, choices, ask);
  for (const planning of counted) {
    planning.unit = labels.get(unitKey(planning.typed)) ?? "";
    if (choices.makeUnits === false && missing.has(planning.unit))
      complainOfUnit(planning, "is not in Stoep. Type another, or leave the row out");
  }
  const sound = counted.filter(({ problems }) => problems.length === 0);
  const units = planUnits(register, sound, choices);
  askWhatTheyAre(list, sound, choices, ask);
  const { everyone, of } = peopleOf(register, sound, choices, ask);
  const staff = planStaff(register, sound, of, choices);
  askAboutEmails(register, sound, of, choices, ask);
  const parties = planParties(register, sound, of, choices, today);
  for (const planning of sound)
    if (planning.row.people.some((entry) => of.get(entry)?.known === undefined))
      mark(planning, "add");
  const changed = changesOfPeople(register, sound, of, choices);
  const isNew = hopeful.some(({ problems }) => problems.length > 0);
  return { planned, counted, questions, units, everyone, changed, staff, parties, isNew };
}

/**
 * Plans an import. A row with a problem does nothing, so the others are planned again without it until
 * no new problem comes up.
 */
export function plan(register: Register, list: List, choices: Choices, today: Day): Plan {
  const found: Found = new Map();
  let last = planSound(register, list, choices, { today, found });
  const { questions } = last;
  while (last.isNew) {
    for (const { row, problems } of last.counted) found.set(row, problems);
    last = planSound(register, list, choices, { today, found });
  }
  const { planned, counted, units, everyone, changed, staff, parties } = last;
  for (const planning of counted) if (planning.problems.length > 0) planning.outcome = "refused";
  const added = everyone.filter((who) => !who.known);
  const { owner, tenant, other } = parties.counts;
  return {
    questions,
    rows: planned.map((planning) => shownRow(planning, parties.byEntry, choices)),
    counts: {
      units: units.counts,
      people: {
        add: added.length,
        update: changed.size,
        same: everyone.length - added.length - changed.size,
      },
      owners: owner,
      tenants: tenant,
      others: { add: other.add + staff.add, same: other.same + staff.same },
      staff,
      refused: counted.filter(({ outcome }) => outcome === "refused").length,
    },
    quotaSum: units.quotaSum,
    quotaCount: units.quotaCount,
    units: units.actions,
    people: added,
    changed,
    parties: parties.added,
  };
}

/** A row as it is shown. */
function shownRow(
  { row, typed, unit, outcome, notes, changes, problems }: Planning,
  parties: ReadonlyMap<Entry, { share?: number | null | undefined }>,
  choices: Choices,
): RegisterRow {
  const { participationQuota } = row.facts;
  return {
    line: row.line,
    unit: unit || typed,
    quota: participationQuota ? formatQuota(participationQuota) : "",
    what: row.people.map(({ person }) => shown(fullName(person))).join(", "),
    people: row.people.map((entry): ReadPerson => {
      const { name, surname, juristic, email, cellPhone } = entry.person;
      const share = parties.get(entry)?.share ?? entry.share;
      return {
        whose: entry.whose,
        place: entry.place,
        roles: rolesOf(entry, choices)
          .map((role) => roleLabels[role])
          .join(", "),
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
    notes:
      outcome === "refused" ? problems.map(({ field, words }) => sentence(field, words)) : notes,
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
