import {
  type CheckedRegister,
  type ReadPerson,
  roleLabels,
} from "../../../server/features/spreadsheet/schema.ts";
import type { Mended } from "./useImport.ts";

type Row = CheckedRegister["rows"][number];
type Values = Record<string, string>;

const partsOfName = ["name", "surname", "kind"] as const;
const parts = [...partsOfName, "role", "share", "email", "cellPhone"] as const;
export type Typed = Record<(typeof parts)[number], string>;

export const kinds = ["Person", "Company"] as const;
export const roles = Object.values(roleLabels);

export const asRead = (person: ReadPerson): Typed => ({
  name: person.name,
  surname: person.surname,
  kind: kinds[person.juristic ? 1 : 0],
  role: person.roles,
  share: person.share,
  email: person.email,
  cellPhone: person.cellPhone,
});

/** A unit that is only a number would look like another number of the row. */
export const unitInWords = (unit: string) => (/^\d/.test(unit) ? `unit ${unit}` : unit);

/** The values typed instead of what was read. A name comes whole, because its parts belong together. */
export function changesOf(person: ReadPerson, typed: Partial<Typed>): Values {
  const read = asRead(person);
  const isOther = (part: keyof Typed) => (typed[part] ?? read[part]) !== read[part];
  const isNameOther = partsOfName.some(isOther);
  const changed = parts.filter(
    (part) => isOther(part) || (isNameOther && partsOfName.some((each) => each === part)),
  );
  return Object.fromEntries(
    changed.map((part) => [`${person.whose}.${person.place}.${part}`, typed[part] ?? read[part]]),
  );
}

const inAllRows = (rows: readonly Row[], change: (person: ReadPerson) => Partial<Typed>): Mended =>
  Object.fromEntries(
    rows.flatMap(({ line, fate, people }) => {
      const isRead = fate !== "skipped" && fate !== "left out";
      const changes = (isRead ? people : []).map((person) => changesOf(person, change(person)));
      const all: Values = Object.assign({}, ...changes);
      return Object.keys(all).length > 0 ? [[line, all]] : [];
    }),
  );

/** Name and surname the other way round, wherever both were read. */
export const swappedNames = (rows: readonly Row[]): Mended =>
  inAllRows(rows, ({ name, surname }) =>
    name !== "" && surname !== "" ? { name: surname, surname: name } : {},
  );

/** Every company as a person, or every person as a company, unless a column says what they are. */
export function allAs(
  kind: (typeof kinds)[number],
  rows: readonly Row[],
  columns: CheckedRegister["columns"],
): Mended {
  const fields = new Set(columns.map(({ field }) => field));
  return inAllRows(rows, (person) => {
    const { whose, name, surname } = person;
    const isSaid = fields.has(`${whose}.kind`) || fields.has(`${whose}.registration`);
    const isNever = kind === "Company" && person.roles === roleLabels.staff;
    if (isSaid || isNever || asRead(person).kind === kind) return {};
    // A company has one name.
    return kind === "Company" ? { kind, name: `${name} ${surname}`.trim(), surname: "" } : { kind };
  });
}

export const otherRoles = (
  rows: readonly Row[],
  { role, isEqual }: { role: (read: string) => string; isEqual: boolean },
): Mended =>
  inAllRows(rows, ({ roles: read, share }) => ({
    role: role(read),
    share: isEqual ? "" : share,
  }));
