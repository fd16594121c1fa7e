import { eq, isNull } from "drizzle-orm";
import { newId } from "../../columns.ts";
import { type Db, write } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { type Actor, createOnce, recordChange } from "../../platform/audit/audit.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { nameKey } from "../../platform/auth/accounts.ts";
import { accounts } from "../../platform/auth/table.ts";
import { newUsername } from "../../platform/auth/usernames.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import {
  chosenColumns,
  columnLetter,
  type FieldRow,
  guessColumns,
  rowsByField,
} from "../../platform/csv/columns.ts";
import type { CsvFile } from "../../platform/csv/file.ts";
import { type Healed, healedIdNumber, healedPhone } from "../../platform/csv/healed.ts";
import {
  about,
  bothLines,
  complaintsOf,
  faultsOf,
  type Planned,
  shown,
} from "../../platform/csv/plan.ts";
import { type Invitation, invitation, maintenanceTypes } from "../people/schema.ts";
import { addPeople } from "../people/service.ts";
import { enterUnits, planUnits, unitKey, unitsOf } from "../units/service.ts";
import {
  type CheckedImport,
  type ColumnsByField,
  type Counts,
  type DoneImport,
  fieldFor,
  importFields,
  type Kind,
} from "./schema.ts";

/** A file as it arrived, and its columns if somebody chose them: left out, the headings tell. */
export interface ImportFile extends CsvFile {
  columns?: ColumnsByField | undefined;
}

/** How two entries of one person are told to be one: the names, whatever the case and the spaces. */
const personKey = ({ name, surname }: { name: string; surname: string }) =>
  unitKey(`${name}${surname}`);

const here = (db: Db) => db.select().from(accounts).where(isNull(accounts.removedAt)).all();
type Neighbour = ReturnType<typeof here>[number];

/** What of a row is otherwise than it stands here; an import changes nobody who is here already. */
function differences(kind: Kind, known: Neighbour, row: FieldRow): string[] {
  const role = kind === "staff" ? "Staff" : "Resident";
  const notes = known.role === role ? [] : [`Is here as ${known.role} and stays so.`];
  const unit = row.cell("address");
  if (unit && unitKey(unit) !== unitKey(known.address))
    notes.push(`Is here with ${known.address || "no unit"}; ${shown(unit)} is not taken over.`);
  const phone = healedPhone(row.cell("cellPhone"));
  if ("value" in phone && digitsOf(phone.value) !== digitsOf(known.cellPhone))
    notes.push("Is here with another cell phone; this one is not taken over.");
  return notes;
}

/** `+27 82 …` and `082 …` are one number. */
const digitsOf = (phone: string) => phone.replace(/\D/g, "").slice(-9);

/** A person's fields as sign-up takes them, or what is wrong with them. */
function readPerson(kind: Kind, row: FieldRow, username: string, doors: Map<string, string>) {
  const faults = faultsOf(importFields[kind], row);
  const take = (field: string, healed: Healed): string => {
    if ("value" in healed) return healed.value;
    faults.push(about(importFields[kind], field, healed.problem));
    return "";
  };
  const trade = row.cell("maintenanceType");
  const unit = row.cell("address");
  const person = {
    role: kind === "staff" ? "Staff" : "Resident",
    ...{ name: row.cell("name"), surname: row.cell("surname"), email: row.cell("email"), username },
    cellPhone: take("cellPhone", healedPhone(row.cell("cellPhone"))),
    idNumber: take("idNumber", healedIdNumber(row.cell("idNumber"))),
    address: doors.get(unitKey(unit)) ?? unit,
    ...(trade && {
      maintenanceType:
        maintenanceTypes.find((each) => each.toLowerCase() === trade.toLowerCase()) ?? trade,
    }),
  };
  const parsed = invitation.safeParse(person);
  if (parsed.success && faults.length === 0) return { details: parsed.data, faults };
  // What could not be healed was said already too.
  const has = (field: string) => Boolean(person[field as keyof typeof person]);
  const said = complaintsOf(importFields[kind], parsed.error?.issues ?? [], has);
  return { details: null, faults: [...faults, ...said] };
}

function planPeople(db: Db, kind: Kind, rows: FieldRow[]): Planned<Invitation>[] {
  const neighbours = here(db);
  const byEmail = new Map(neighbours.map((each) => [each.emailKey, each]));
  const byUsername = new Map(neighbours.map((each) => [each.usernameKey, each]));
  const doors = new Map(unitsOf(db).map(({ label }) => [unitKey(label), label]));
  // Typed usernames come before made ones, wherever they stand.
  const typed = rows.map((row) => nameKey(row.cell("username"))).filter(Boolean);
  const emails = rows.map((row) => nameKey(row.cell("email")));
  const names = new Set([...byEmail.keys(), ...byUsername.keys(), ...typed, ...emails]);
  const lines = { email: new Map<string, number>(), username: new Map<string, number>() };

  return rows.map((row): Planned<Invitation> => {
    const { line, cell } = row;
    const who = { name: cell("name"), surname: cell("surname"), email: cell("email") };
    const what = shown(`${who.name} ${who.surname}`.trim() || who.email || "Nobody");
    const refused = (notes: string[]) => ({ line, what, fate: "refused" as const, notes });
    const emailKey = nameKey(who.email);
    const twin = emailKey && lines.email.get(emailKey);
    if (twin) return refused([bothLines(twin, line, "email")]);
    lines.email.set(emailKey, line);
    const known = byEmail.get(emailKey);
    if (known && !row.problem && personKey(known) === personKey(who))
      return { line, what, fate: "unchanged", notes: differences(kind, known, row) };

    const given = cell("username");
    const username = given || newUsername(who, names);
    const { details, faults } = readPerson(kind, row, username, doors);
    if (known)
      faults.push(`Email is ${known.name} ${known.surname}'s already; it must be another.`);
    else if (byUsername.has(emailKey))
      faults.push("Email is somebody's username; it must be another.");
    const key = nameKey(given);
    const namesake = key && lines.username.get(key);
    if (namesake) faults.push(bothLines(namesake, line, "username"));
    else if (key && (byUsername.has(key) || byEmail.has(key)))
      faults.push(`Username ${shown(given)} is somebody else's already; it must be another.`);
    lines.username.set(key, line);
    if (!details || faults.length > 0) return refused(faults);

    names.add(nameKey(username));
    const unit = details.address ?? "";
    const isUnknown = unit !== "" && doors.size > 0 && !doors.has(unitKey(unit));
    return {
      ...{ line, what: `${what} (${username})${unit && `, ${unit}`}`, fate: "add" },
      notes: isUnknown ? [`${unit} is not in the register of units.`] : [],
      deed: details,
    };
  });
}

interface Check extends CheckedImport {
  /** Does it, once what takes long was done. */
  ready: (by: Actor) => (now: Moment) => void;
}

/** Every column of the file with what it holds. @throws imports.bad_columns, imports.no_headings … */
function columnsOf(kind: Kind, { table: { headings, rows }, columns }: ImportFile) {
  const fields = importFields[kind].map(({ name }) => name);
  const found = columns
    ? chosenColumns(headings, fields, columns)
    : guessColumns(headings, (heading) => fieldFor(kind, heading)?.name);
  return headings.map((heading, index) => ({
    heading: shown(heading) || `Column ${columnLetter(index)}`,
    example: shown(rows.find(({ cells }) => cells[index])?.cells[index] ?? ""),
    field: found[index] ?? null,
  }));
}

const deedsOf = <Deed>(rows: readonly Planned<Deed>[]) =>
  rows.flatMap(({ deed }) => (deed === undefined ? [] : [deed]));

function planOf(db: Db, kind: Kind, given: FieldRow[]) {
  if (kind === "units") {
    const { rows, quotaSum } = planUnits(db, importFields.units, given);
    return { rows, quotaSum, ready: (by: Actor) => enterUnits(db, by, deedsOf(rows)) };
  }
  const rows = planPeople(db, kind, given);
  return { rows, quotaSum: null, ready: (by: Actor) => addPeople(db, by, deedsOf(rows)) };
}

/** What an import would do. @throws imports.bad_columns, imports.no_headings, imports.same_heading */
export function checkImport(db: Db, kind: Kind, file: ImportFile): Check {
  const columns = columnsOf(kind, file);
  const held = columns.map(({ field }) => field);
  const fields = importFields[kind];
  const missing = fields.filter(({ name, required }) => required && !held.includes(name));
  const given = missing.length > 0 ? [] : rowsByField(file.table, held);
  const { rows, ...plan } = planOf(db, kind, given);
  const counts: Counts = { add: 0, update: 0, unchanged: 0, refused: 0 };
  for (const { fate } of rows) counts[fate] += 1;
  return {
    ...{ columns, missing: missing.map(({ name }) => name), counts, ...plan },
    rows: rows.map(({ line, what, fate, notes }) => ({ line, what, fate, notes })),
  };
}

/**
 * Imports a file, all of it or nothing. It is looked at anew inside the transaction, because somebody
 * may have signed a person up since the dry run. The same file under the same key is one import.
 * @throws imports.refused, imports.missing_columns, and what `checkImport` throws
 */
export function runImport(
  db: Db,
  by: Actor,
  kind: Kind,
  file: ImportFile,
  now: Moment,
): DoneImport {
  const input = { kind, sha256: file.sha256, columns: file.columns };
  return write(db, () => {
    const id = createOnce(db, by, now.at, { action: "imports.run", input }, () => {
      const { ready, counts, missing } = checkImport(db, kind, file);
      refuseMissing(kind, missing);
      if (counts.refused > 0) throw refusedRows(counts);
      ready(by)(now);
      const id = newId();
      recordChange(db, by, now.at, {
        ...{ action: "imports.run", subjectId: id },
        after: { kind, ...counts },
      });
      return id;
    });
    // From the trail, so that a repeated call is answered as the first one was.
    const { after } =
      db.select().from(auditEvents).where(eq(auditEvents.subjectId, id)).get() ?? {};
    const { kind: _, ...counts } = after as Counts & { kind: Kind };
    return { id, counts, message: inWords(kind, counts) };
  });
}

/** @throws imports.missing_columns with the headings that would be known */
export function refuseMissing(kind: Kind, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const labels = importFields[kind]
    .filter(({ name }) => missing.includes(name))
    .map(({ label }) => label);
  throw new AppError("imports.missing_columns", {
    field: "columns",
    message: `No column is known to hold ${labels.join(", ")}; say which one it is, or give it that heading.`,
  });
}

const refusedRows = ({ refused }: Counts) =>
  new AppError("imports.refused", {
    message: `${refused} ${refused === 1 ? "row is" : "rows are"} refused, so nothing was imported; look at them again.`,
  });

/** What an import did: "212 residents added, 3 were there already." */
export function inWords(kind: Kind, { add, update, unchanged }: Counts): string {
  const one = { residents: "resident", staff: "staff member", units: "unit" }[kind];
  const many = { residents: "residents", staff: "staff members", units: "units" }[kind];
  const parts = [
    `${add} ${add === 1 ? one : many} added`,
    ...(update > 0 ? [`${update} changed`] : []),
    ...(unchanged > 0 ? [`${unchanged} ${unchanged === 1 ? "was" : "were"} there already`] : []),
  ];
  return `${parts.join(", ")}.`;
}
