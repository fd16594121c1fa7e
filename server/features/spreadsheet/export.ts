import Papa from "papaparse";
import writeWorkbook from "write-excel-file/node";
import type { Db } from "../../database/open.ts";
import type { Day } from "../../platform/clock/clock.ts";
import { guardFormulas } from "../../platform/csv/formulas.ts";
import { csvTelephone } from "../../platform/telephones/format.ts";
import { personField } from "../people/schema.ts";
import { fullName, kindOf } from "../people/service.ts";
import { partyRoles } from "../units/occupancy/schema.ts";
import { everyParty, isOneDay, type Party, partiesByUnit } from "../units/occupancy/service.ts";
import { formatQuota } from "../units/quotas/schema.ts";
import { unitColumns } from "../units/schema.ts";
import { unitsOf } from "../units/service.ts";
import { everybody, everybodyEver, type Neighbour } from "./register.ts";
import { labelOf, roleLabels, sheetFields } from "./schema.ts";

/** ID numbers are in no export. */
const exportedContacts = sheetFields.filter(
  (name) => name !== "name" && name !== "surname" && name !== "idNumber",
);

/** The columns of the export, in its order; the import understands each heading. */
const exported = [
  ...unitColumns.map(({ name }) => name),
  ...["role", "person.share", "person.since", "person.until"],
  ...["person.name", "person.surname", "person.kind"],
  ...exportedContacts.map((name) => `person.${name}`),
];

/** A row's cells by field; empty ones may be left out. */
type Cells = Readonly<Record<string, string>>;

const alphabetically = new Intl.Collator("en-ZA");

/**
 * The register as a list with its headings: a row for each person of a unit, for each unit without
 * people, and for each person without a unit. Importing it changes nothing. It has no ID numbers.
 * @throws request.list_too_long
 */
export function registerRows(db: Db, today: Day): string[][] {
  const everyone = everybody(db);
  const units = new Set(unitsOf(db, today).map(({ id }) => id));
  const current = everyParty(db).filter(
    (party) =>
      units.has(party.unitId) && !isOneDay(party) && (party.until === null || party.until >= today),
  );
  const placed = new Set(current.map(({ personId }) => personId));
  const others = everyone
    .filter(({ id, role }) => !placed.has(id) && (role === null || role === "Resident"))
    .sort((one, other) => alphabetically.compare(fullName(one), fullName(other)))
    .map((person) => personCells(person));
  const now = (id: string) => current.filter(({ unitId }) => unitId === id);
  return asTable([...unitRows(db, today, now, everyone), ...others]);
}

/**
 * The units of another day with who had them then, as a list with its headings. Names and addresses
 * are today's.
 * @throws request.list_too_long
 */
export function registerRowsAsAt(db: Db, day: Day): string[][] {
  const byUnit = partiesByUnit(db, day);
  return asTable(unitRows(db, day, (id) => byUnit.get(id) ?? [], everybodyEver(db)));
}

const asTable = (rows: readonly Cells[]): string[][] => [
  exported.map(labelOf),
  ...rows.map((cells) => exported.map((field) => cells[field] ?? "")),
];

/** A row for each person of a unit and for each unit without people, in the order of the sections. */
function unitRows(
  db: Db,
  day: Day,
  partiesOf: (unitId: string) => readonly Party[],
  everyone: readonly Neighbour[],
) {
  const byId = new Map(everyone.map((person) => [person.id, person]));
  return unitsOf(db, day).flatMap((unit): Cells[] => {
    const cells: Cells = Object.fromEntries(
      unitColumns.map(({ field, name, write }) => {
        const value = unit[field];
        return [name, value === null ? "" : write(value)];
      }),
    );
    const theirs = partiesOf(unit.id)
      .filter(({ personId }) => byId.has(personId))
      .sort(inOrder);
    if (theirs.length === 0) return [cells];
    return theirs.map((party) => ({
      ...cells,
      role: roleLabels[party.role],
      "person.share": party.share === null ? "" : formatQuota(party.share),
      "person.since": party.since,
      "person.until": party.until ?? "",
      ...personCells(byId.get(party.personId)),
    }));
  });
}

const inOrder = (one: Party, other: Party) =>
  partyRoles.indexOf(one.role) - partyRoles.indexOf(other.role) ||
  alphabetically.compare(one.name, other.name) ||
  (other.share ?? 0) - (one.share ?? 0);

function personCells(person: Neighbour | undefined): Cells {
  if (!person) return {};
  return {
    "person.name": person.name,
    "person.surname": person.surname,
    "person.kind": kindOf(person),
    ...Object.fromEntries(exportedContacts.map((name) => [`person.${name}`, person[name]])),
  };
}

/** The rows as an .xlsx file. All cells are text, so that no spreadsheet changes a number. */
export const workbookOf = (rows: readonly (readonly string[])[], name: string): Promise<Buffer> =>
  writeWorkbook(
    rows.map((cells, index) =>
      cells.map((value) =>
        value === ""
          ? null
          : {
              value,
              type: String,
              format: "@",
              ...(index === 0 && { fontWeight: "bold" as const }),
            },
      ),
    ),
    { sheet: name, stickyRowsCount: 1, columns: exported.map(() => ({ width: 18 })) },
  ).toBuffer();

const telephones = new Set(
  exportedContacts
    .filter((name) => personField(name).type === "tel")
    .map((name) => exported.indexOf(`person.${name}`)),
);

/** The rows as CSV, which spreadsheets take for text and not for formulas or amounts. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${Papa.unparse(
    rows.map((cells) =>
      cells.map((cell, at) => guardFormulas(telephones.has(at) ? csvTelephone(cell) : cell)),
    ),
    { newline: "\r\n", quotes: true },
  )}\r\n`;
