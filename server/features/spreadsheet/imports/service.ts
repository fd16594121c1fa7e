import { isDeepStrictEqual } from "node:util";
import { eq, isNull } from "drizzle-orm";
import { inChunks, inOnePiece, mapped, type Work } from "../../../database/chunks.ts";
import { newId } from "../../../database/columns.ts";
import { commitNow } from "../../../database/groupCommit.ts";
import { type Db, named, native, prepared, write } from "../../../database/open.ts";
import { versionOf } from "../../../database/version.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, madeBefore, recordChange } from "../../../platform/audit/audit.ts";
import { refuseTooMuch } from "../../../platform/audit/creationLimit.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { accountById } from "../../../platform/auth/accounts.ts";
import { authError } from "../../../platform/auth/errors.ts";
import { accounts } from "../../../platform/auth/table.ts";
import { newUsername } from "../../../platform/auth/usernames.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import {
  chosenColumns,
  columnLetter,
  type FieldRow,
  guessColumns,
  rowsByField,
} from "../../../platform/csv/columns.ts";
import type { CsvFile } from "../../../platform/csv/file.ts";
import {
  about,
  bothLines,
  complaintsOf,
  faultsOf,
  type Planned,
  shown,
} from "../../../platform/csv/plan.ts";
import { type Repaired, repairedIdNumber, repairedPhone } from "../../../platform/csv/repaired.ts";
import { nameKey, personKey, unitKey } from "../../../platform/validation/keys.ts";
import { type Invitation, invitation, maintenanceTypes } from "../../people/schema.ts";
import { addingPeople } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { enteringUnits, planUnits, type Unit, unitsOf } from "../../units/service.ts";
import { spreadsheetError } from "../errors.ts";
import {
  type CheckedImport,
  type ColumnsByField,
  type Counts,
  type DoneImport,
  fieldFor,
  importFields,
  type Kind,
} from "./schema.ts";

/** A file as it was uploaded. Without `columns`, the headings say what each column is. */
export interface ImportFile extends CsvFile {
  columns?: ColumnsByField | undefined;
}

/** The current data, and a function that checks in a transaction whether they are the same. */
function lookAround<Register>(db: Db, read: () => Register) {
  // This way a later rollback cannot undo the data that are read here.
  commitNow(db.$client);
  const version = versionOf(db);
  const register = read();
  const isStill = () => versionOf(db) === version || isDeepStrictEqual(read(), register);
  return { register, isStill };
}

/** Two rows with this key and the same email are the same person. */
const keyOf = ({ name, surname }: { name: string; surname: string }) =>
  personKey(`${name}${surname}`);

const known = {
  role: accounts.role,
  name: people.name,
  surname: people.surname,
  usernameKey: accounts.usernameKey,
  email: people.email,
  address: people.address,
  cellPhone: people.cellPhone,
};
type Neighbour = Pick<
  typeof people.$inferSelect & typeof accounts.$inferSelect,
  keyof typeof known
>;

const everybody = prepared((db) =>
  native<Neighbour>(
    db,
    db
      .select(named(known))
      .from(accounts)
      .innerJoin(people, eq(people.id, accounts.id))
      .where(isNull(accounts.removedAt)),
  ),
);

/** The existing data that a plan depends on. */
interface Register {
  people: Neighbour[];
  units: Unit[];
}

const registerOf = (db: Db, kind: Kind, today: Day): Register => ({
  people: kind === "units" ? [] : everybody(db).statement.all(),
  units: unitsOf(db, today),
});

/** How a row differs from the existing person. An import never changes existing people. */
function differences(kind: Kind, known: Neighbour, row: FieldRow): string[] {
  const role = kind === "staff" ? "Staff" : "Resident";
  const notes = known.role === role ? [] : [`Already here as ${known.role}, and stays that.`];
  const unit = row.cell("address");
  if (unit && unitKey(unit) !== unitKey(known.address))
    notes.push(
      `Already here with ${known.address || "no unit"}. The import does not change it to ${shown(unit)}.`,
    );
  const phone = repairedPhone(row.cell("cellPhone"));
  if ("value" in phone && digitsOf(phone.value) !== digitsOf(known.cellPhone))
    notes.push("Already here with another cell phone number. The import does not change it.");
  return notes;
}

/** Treats `+27 82 …` and `082 …` as the same number. */
const digitsOf = (phone: string) => phone.replace(/\D/g, "").slice(-9);

/** A person's fields in the form of sign-up, or what is wrong with them. */
function readPerson(kind: Kind, row: FieldRow, username: string, unitLabels: Map<string, string>) {
  const faults = faultsOf(importFields[kind], row);
  const take = (field: string, repaired: Repaired): string => {
    if ("value" in repaired) return repaired.value;
    faults.push(about(importFields[kind], field, repaired.problem));
    return "";
  };
  const trade = row.cell("maintenanceType");
  const unit = row.cell("address");
  const person = {
    role: kind === "staff" ? "Staff" : "Resident",
    name: row.cell("name"),
    surname: row.cell("surname"),
    email: row.cell("email"),
    username,
    cellPhone: take("cellPhone", repairedPhone(row.cell("cellPhone"))),
    idNumber: take("idNumber", repairedIdNumber(row.cell("idNumber"))),
    address: unitLabels.get(unitKey(unit)) ?? unit,
    ...(trade && {
      maintenanceType:
        maintenanceTypes.find((each) => each.toLowerCase() === trade.toLowerCase()) ?? trade,
    }),
  };
  const parsed = invitation.safeParse(person);
  if (parsed.success && faults.length === 0) return { details: parsed.data, faults };
  // Values that could not be repaired are among the faults already.
  const has = (field: string) => Boolean(person[field as keyof typeof person]);
  const complaints = complaintsOf(importFields[kind], parsed.error?.issues ?? [], has);
  return { details: null, faults: [...faults, ...complaints] };
}

function* planPeople(
  register: Register,
  kind: Kind,
  rows: FieldRow[],
): Work<Planned<Invitation>[]> {
  const byEmail = new Map(
    yield* mapped(register.people, (each) => [nameKey(each.email), each] as const),
  );
  const byUsername = new Map(
    yield* mapped(register.people, (each) => [each.usernameKey, each] as const),
  );
  const unitLabels = new Map(
    yield* mapped(register.units, ({ label }) => [unitKey(label), label] as const),
  );
  // Usernames in the file take precedence over generated ones, in any order of rows.
  const typed = rows.map((row) => nameKey(row.cell("username"))).filter(Boolean);
  const emails = rows.map((row) => nameKey(row.cell("email")));
  const names = new Set([...byEmail.keys(), ...byUsername.keys(), ...typed, ...emails]);
  const numbers = new Map<string, number>();
  const lines = { email: new Map<string, number>(), username: new Map<string, number>() };

  return yield* mapped(rows, (row): Planned<Invitation> => {
    const { line, cell } = row;
    const who = { name: cell("name"), surname: cell("surname"), email: cell("email") };
    const what = shown(`${who.name} ${who.surname}`.trim() || who.email || "Nobody");
    const refused = (notes: string[]) => ({ line, what, fate: "refused" as const, notes });
    const emailKey = nameKey(who.email);
    const previousLine = emailKey && lines.email.get(emailKey);
    if (previousLine) return refused([bothLines(previousLine, line, "email")]);
    lines.email.set(emailKey, line);
    const known = byEmail.get(emailKey);
    if (known && !row.problem && keyOf(known) === keyOf(who))
      return { line, what, fate: "unchanged", notes: differences(kind, known, row) };

    const given = cell("username");
    const username = given || newUsername(who, names, numbers);
    const { details, faults } = readPerson(kind, row, username, unitLabels);
    if (known)
      faults.push(`Email already belongs to ${known.name} ${known.surname}. Use another one.`);
    else if (byUsername.has(emailKey))
      faults.push("Email is already somebody's username. Use another one.");
    const key = nameKey(given);
    const namesake = key && lines.username.get(key);
    if (namesake) faults.push(bothLines(namesake, line, "username"));
    else if (key && (byUsername.has(key) || byEmail.has(key)))
      faults.push(`Username ${shown(given)} already belongs to somebody else. Use another one.`);
    lines.username.set(key, line);
    if (!details || faults.length > 0) return refused(faults);

    names.add(nameKey(username));
    const unit = details.address ?? "";
    const isUnknown = unit !== "" && unitLabels.size > 0 && !unitLabels.has(unitKey(unit));
    return {
      line,
      what: `${what} (${username})${unit && `, ${unit}`}`,
      fate: "add",
      notes: isUnknown ? [`${unit} is not on the list of units.`] : [],
      action: details,
    };
  });
}

/** The planned changes, and `ready`, which prepares the function that makes them. */
interface Plan extends CheckedImport {
  ready: (by: Actor, now: Moment) => Work<() => void>;
}

/**
 * Every column of the file with an example and its field. @throws imports.bad_columns,
 * imports.no_headings, imports.same_heading
 */
function* columnsOf(kind: Kind, { table: { headings, rows }, columns }: ImportFile) {
  const fields = importFields[kind].map(({ name }) => name);
  const found = columns
    ? chosenColumns(headings, fields, columns)
    : guessColumns(headings, (heading) => fieldFor(kind, heading)?.name);
  const indexed = headings.map((heading, index) => ({ heading, index }));
  return yield* mapped(indexed, ({ heading, index }) => ({
    heading: shown(heading) || `Column ${columnLetter(index)}`,
    example: shown(rows.find(({ cells }) => cells[index])?.cells[index] ?? ""),
    field: found[index] ?? null,
  }));
}

const actionsOf = <Action>(rows: readonly Planned<Action>[]) =>
  rows.flatMap(({ action }) => (action === undefined ? [] : [action]));

function* planRows(db: Db, register: Register, kind: Kind, given: FieldRow[]) {
  if (kind === "units") {
    const { rows, ...quotas } = yield* planUnits(register.units, importFields.units, given);
    const ready: Plan["ready"] = (by, now) => enteringUnits(db, by, actionsOf(rows), now);
    return { rows, ...quotas, ready };
  }
  const rows = yield* planPeople(register, kind, given);
  const ready: Plan["ready"] = (by, now) => addingPeople(db, by, actionsOf(rows), now);
  return { rows, quotaSum: null, quotaCount: null, ready };
}

/** @throws imports.bad_columns, imports.no_headings, imports.same_heading */
function* planImport(db: Db, register: Register, kind: Kind, file: ImportFile): Work<Plan> {
  const columns = yield* columnsOf(kind, file);
  const held = columns.map(({ field }) => field);
  const fields = importFields[kind];
  const missing = fields.filter(({ name, required }) => required && !held.includes(name));
  const given = missing.length > 0 ? [] : rowsByField(file.table, held);
  const { rows, ...plan } = yield* planRows(db, register, kind, given);
  const counts: Counts = { add: 0, update: 0, unchanged: 0, refused: 0 };
  for (const { fate } of rows) counts[fate] += 1;
  return {
    columns,
    missing: missing.map(({ name }) => name),
    counts,
    ...plan,
    rows: rows.map(({ line, what, fate, notes }) => ({ line, what, fate, notes })),
  };
}

/**
 * Checks what an import would do, while other requests are served.
 * @throws imports.bad_columns, imports.no_headings, imports.same_heading
 */
export async function checkImport(
  db: Db,
  kind: Kind,
  file: ImportFile,
  today: Day,
): Promise<CheckedImport> {
  const plan = planImport(db, registerOf(db, kind, today), kind, file);
  const { ready: _, ...checked } = await inChunks(plan);
  return checked;
}

/** Prepares an import, and returns the function that makes or refuses it in a transaction. */
function* prepareImport(
  db: Db,
  by: Actor,
  kind: Kind,
  file: ImportFile,
  register: Register,
  now: Moment,
): Work<() => string> {
  const { ready, counts, missing } = yield* planImport(db, register, kind, file);
  const isRefused = missing.length > 0 || counts.refused > 0;
  const act = isRefused ? undefined : yield* ready(by, now);
  return () => {
    refuseMissing(kind, missing);
    if (counts.refused > 0) throw refusedRows(counts);
    refuseTooMuch(db, by, kind === "units" ? "units.add" : "people.add", now.at, counts.add);
    act?.();
    const id = newId();
    const after = { kind, ...counts };
    recordChange(db, by, now.at, { action: "imports.run", subjectId: id, after });
    return id;
  };
}

/** Other requests ran since this one was authorized. The command line has no account. */
function refuseFormerAdmin(db: Db, { accountId }: Actor): void {
  if (accountId === null) return;
  const account = accountById(db, accountId);
  if (!account) throw authError("auth.signed_out");
  if (account.role !== "Admin") throw authError("auth.wrong_role");
}

/** After this many attempts with changed data, the import blocks other requests. */
const mostTries = 3;

/** An import: the data that it depends on, and how it is prepared. */
interface Importing<Register> {
  read: () => Register;
  /** Prepares the function that makes or refuses the import and returns its id. */
  prepare: (register: Register) => Work<() => string>;
  /** What the same import with the same key has in common. */
  input: unknown;
}

/**
 * Writes an import in one transaction. Other requests are served while it is prepared. If the data
 * that it depends on change meanwhile, it is prepared again. Returns its id.
 * @throws auth.signed_out and auth.wrong_role if the importing admin is removed or no longer an admin
 *   before it is written
 */
export async function writeImport<Register>(
  db: Db,
  by: Actor,
  { read, prepare, input }: Importing<Register>,
  now: () => Moment,
): Promise<string> {
  const once = { action: "imports.run", input };
  const writeOnce = (act: () => string) => {
    refuseFormerAdmin(db, by);
    return createOnce(db, by, now().at, once, act);
  };
  let id = madeBefore(db, by, once);
  for (let tries = 0; id === undefined && tries < mostTries; tries += 1) {
    const { register, isStill } = lookAround(db, read);
    const act = await inChunks(prepare(register));
    id = write(db, () => (isStill() ? writeOnce(act) : undefined));
  }
  return id ?? write(db, () => writeOnce(() => inOnePiece(prepare(read()))()));
}

/**
 * What an import wrote into the audit trail, so that a repeated request gets the same response.
 * @param id as `writeImport` returned it
 */
export const writtenImport = (db: Db, id: string) =>
  db.select().from(auditEvents).where(eq(auditEvents.subjectId, id)).get()?.after;

/**
 * Imports a whole file or nothing. The same file with the same key is imported once.
 * @throws imports.refused, imports.missing_columns, and what `checkImport` and `writeImport` throw
 */
export async function runImport(
  db: Db,
  by: Actor,
  kind: Kind,
  file: ImportFile,
  now: () => Moment,
): Promise<DoneImport> {
  const importing = {
    read: () => registerOf(db, kind, now().today),
    prepare: (register: Register) => prepareImport(db, by, kind, file, register, now()),
    input: { kind, sha256: file.sha256, columns: file.columns },
  };
  const id = await writeImport(db, by, importing, now);
  const { kind: _, ...counts } = writtenImport(db, id) as Counts & { kind: Kind };
  return { id, counts, message: inWords(kind, counts) };
}

/** @throws imports.missing_columns with the headings that are missing */
export function refuseMissing(kind: Kind, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const labels = importFields[kind]
    .filter(({ name }) => missing.includes(name))
    .map(({ label }) => label);
  throw spreadsheetError("imports.missing_columns", {
    field: "columns",
    message: `No column seems to hold ${labels.join(", ")}. Choose which one it is, or give it that heading.`,
  });
}

const refusedRows = ({ refused }: Counts) =>
  spreadsheetError("imports.refused", {
    message: `${refused} ${refused === 1 ? "row is" : "rows are"} refused, so nothing was imported. Look at them again.`,
  });

/** The result of an import in words: "212 residents added, 3 were already there." */
export function inWords(kind: Kind, { add, update, unchanged }: Counts): string {
  const one = { residents: "resident", staff: "staff member", units: "unit" }[kind];
  const many = { residents: "residents", staff: "staff members", units: "units" }[kind];
  const parts = [
    `${add} ${add === 1 ? one : many} added`,
    ...(update > 0 ? [`${update} changed`] : []),
    ...(unchanged > 0 ? [`${unchanged} ${unchanged === 1 ? "was" : "were"} already there`] : []),
  ];
  return `${parts.join(", ")}.`;
}
