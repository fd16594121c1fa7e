import {
  type CheckedRegister,
  type ReadPerson,
  roleOfColumns,
  type Whose,
  whose,
} from "../../../server/features/spreadsheet/schema.ts";
import type { Mended } from "./useImport.ts";

type Row = CheckedRegister["rows"][number];
type Values = Record<string, string>;

const partsOfName = ["name", "surname", "kind"] as const;
/** What can be changed of somebody in a row. */
const parts = [...partsOfName, "share", "email", "cellPhone"] as const;
export type Typed = Record<(typeof parts)[number], string>;

export const kinds = ["Person", "Company"] as const;

export const asRead = (person: ReadPerson): Typed => ({
  name: person.name,
  surname: person.surname,
  kind: kinds[person.juristic ? 1 : 0],
  share: person.share,
  email: person.email,
  cellPhone: person.cellPhone,
});

/** The people of one cell, with the columns that each of them gets once one is changed. */
export interface Group {
  own: Whose;
  people: readonly { person: ReadPerson; at: number; place: Whose | undefined }[];
  /** Some of them get none, so that they can only be replaced together. */
  isCramped: boolean;
}

/** The people of a row by their cells. The second in a cell gets columns such as the second owner's. */
export function groupsOf(people: readonly ReadPerson[]): Group[] {
  const taken = new Set(people.map((person) => person.whose));
  return [...taken].map((own) => {
    const theirs = people.flatMap((person, at) => (person.whose === own ? [{ person, at }] : []));
    const group = theirs.map((each, index) => {
      const isFree = (other: Whose) =>
        !taken.has(other) && roleOfColumns(other) === roleOfColumns(own);
      const place = index === 0 ? own : whose.find(isFree);
      if (place) taken.add(place);
      return { ...each, place };
    });
    return { own, people: group, isCramped: group.some(({ place }) => !place) };
  });
}

/** A unit that is only a number would look like another number of the row. */
export const unitInWords = (unit: string) => (/^\d/.test(unit) ? `unit ${unit}` : unit);

const isNobody = ({ name, surname }: Typed) => name === "" && surname === "";

/** The fields of these columns with these values. */
const fieldsOf = (place: Whose, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([part, value]) => [`${place}.${part}`, value]));

const changedParts = (person: ReadPerson, typed: Typed) => {
  const read = asRead(person);
  return parts.filter((part) => typed[part] !== read[part]);
};

const noNumbers: Values = { idNumber: "", registration: "" };
/** A number without a name would be a mistake of the list. */
const nobody = Object.assign(Object.fromEntries(parts.map((part) => [part, ""])), noNumbers);

/** What was changed of the only one in a cell. Of a name all, because one cell may hold all of it. */
function ofOne(person: ReadPerson, typed: Typed): Values {
  if (isNobody(typed)) return fieldsOf(person.whose, nobody);
  const changed = new Set<keyof Typed>(changedParts(person, typed));
  if (partsOfName.some((part) => changed.has(part)))
    for (const part of partsOfName) changed.add(part);
  const values = [...changed].map((part) => [part, typed[part]]);
  return fieldsOf(person.whose, Object.fromEntries(values));
}

/** All about several people in one cell, each in columns of their own. */
function ofSeveral({ own, people }: Group, typed: readonly Typed[]): Values {
  const staying = people.flatMap(({ person }, index) => {
    const of = typed[index];
    return of && !isNobody(of) ? [{ person, of }] : [];
  });
  if (staying.length === 0) return fieldsOf(own, nobody);
  const isOneGone = staying.length < people.length;
  const changes: Values = {};
  for (const [index, { person, of }] of staying.entries()) {
    const place = people[index]?.place ?? own;
    // The shares that were read are those of everybody; among fewer they are divided again.
    const share = isOneGone && of.share === person.share ? "" : of.share;
    const { telephone, since, until } = person;
    Object.assign(
      changes,
      fieldsOf(place, of),
      fieldsOf(place, { share }),
      index > 0 && fieldsOf(place, { telephone, since, until }),
    );
  }
  // Whose number it is of several is not known.
  if (staying.length > 1) Object.assign(changes, fieldsOf(own, noNumbers));
  return changes;
}

/**
 * What is typed instead of a row's cells, so that its people are as given. The cells of people of whom
 * nothing was changed stay as they are.
 */
export function changesOf(
  people: readonly ReadPerson[],
  typed: (person: ReadPerson, at: number) => Typed,
): Values {
  const changes: Values = {};
  for (const group of groupsOf(people)) {
    const theirs = group.people.map(({ person, at }) => typed(person, at));
    const [first] = group.people;
    const [firstTyped] = theirs;
    if (!first || !firstTyped) continue;
    const isChanged = group.people.some(({ person }, index) => {
      const of = theirs[index];
      return of && changedParts(person, of).length > 0;
    });
    const isLeft = !isChanged || (group.isCramped && isNobody(firstTyped));
    if (isLeft) continue;
    const isAlone = theirs.length === 1 || group.isCramped;
    Object.assign(changes, isAlone ? ofOne(first.person, firstTyped) : ofSeveral(group, theirs));
  }
  return changes;
}

const byLine = (rows: readonly Row[], values: (row: Row) => Values): Mended =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const isRead = row.fate !== "skipped" && row.fate !== "left out";
      const changes = isRead ? values(row) : {};
      return Object.keys(changes).length > 0 ? [[row.line, changes]] : [];
    }),
  );

/** Name and surname the other way round, in every row where both were read. */
export const swappedNames = (rows: readonly Row[]): Mended =>
  byLine(rows, ({ people }) => {
    const cramped = new Set(
      groupsOf(people).flatMap(({ own, isCramped }) => (isCramped ? [own] : [])),
    );
    return changesOf(people, (person) => {
      const read = asRead(person);
      const { name, surname } = person;
      const isWhole = name !== "" && surname !== "" && !cramped.has(person.whose);
      return isWhole ? { ...read, name: surname, surname: name } : read;
    });
  });

/** Every company as a person, unless a column says that it is a company. */
export function companiesAsPeople(
  rows: readonly Row[],
  columns: CheckedRegister["columns"],
): Mended {
  const fields = new Set(columns.map(({ field }) => field));
  const isGuessed = ({ juristic, whose: own }: ReadPerson) =>
    juristic && !fields.has(`${own}.kind`) && !fields.has(`${own}.registration`);
  return byLine(rows, ({ people }) =>
    Object.fromEntries(
      people.filter(isGuessed).map((person) => [`${person.whose}.kind`, "Person"]),
    ),
  );
}
