import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { getTableColumns, getTableName } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { expect, onTestFinished, test } from "vitest";
import { dataExportOf } from "../features/privacy/dataExport/service.ts";
import { erasePerson } from "../features/privacy/service.ts";
import { laterMigrations } from "../fixtures/testing.ts";
import { recordChange } from "../platform/audit/audit.ts";
import { trailProblem } from "../platform/audit/verify.ts";
import { newFolder } from "../platform/backup/testing.ts";
import { openBuilding } from "../platform/installation/database.ts";
import type { ColumnRule, PersonalTable } from "../platform/privacy/personal.ts";
import { openHouse } from "../testing.ts";
import { declared } from "./declared.ts";

type Sqlite = Database.Database;

interface Column {
  pk: number;
  name: string;
  type: string;
}
interface Key {
  table: string;
  from: string;
}

const columnsOf = (sqlite: Sqlite, table: string) =>
  sqlite.pragma(`table_info("${table}")`) as Column[];
const keysOf = (sqlite: Sqlite, table: string) =>
  sqlite.pragma(`foreign_key_list("${table}")`) as Key[];

const personalTables = new Map(
  declared.personal.flatMap(({ tables }) =>
    tables.map((each) => [getTableName(each.table), each] as const),
  ),
);

/** The tables with one row for each person, with the columns that the test itself fills. */
const cards: Record<string, string[]> = {
  people: ["id", "removed_at", "erased_at", "merged_into"],
  accounts: ["id", "role", "removed_at"],
};

/** Columns that may contain more than a number or a boolean. */
const holdsText = ({ type }: Column) => !/^(integer|int|real|numeric|boolean)$/i.test(type);
/** Column names that may refer to a person, whatever the type. */
const namesPerson =
  /(^|_)(account|person|people|user|resident|tenant|owner|member|staff|admin|trustee|author|actor|subject|visitor|uploader)(_id)?$|_by$/;

/** Tables and columns that no feature describes, each with an instruction. */
function unspokenIn(sqlite: Sqlite): string[] {
  const tables = sqlite.pragma("table_list") as { name: string; type: string; schema: string }[];
  return tables
    .filter(({ name, type }) => type === "table" && !/^(sqlite_|__drizzle_migrations$)/.test(name))
    .flatMap(({ name: table }) => {
      const about = personalTables.get(table);
      const persons = keysOf(sqlite, table)
        .filter((key) => key.table in cards)
        .map(({ from }) => from);
      return columnsOf(sqlite, table).flatMap((column) => {
        const { name } = column;
        const asks = holdsText(column) || persons.includes(name) || namesPerson.test(name);
        if (asks && !about?.columns.has(name))
          return `${table}.${name}: nobody says whether a person gets it with their data, and what erasing them does to it. Say it in the personal.ts beside the table.ts of ${table}.`;
        if (persons.includes(name) && !about?.whose.has(name))
          return `${table}.${name} points to a person: name it among those that say whose a row is, in the personal.ts beside the table.ts of ${table}.`;
        return [];
      });
    });
}

test("every column that may hold personal data has a rule", () => {
  const db = openBuilding(":memory:");
  onTestFinished(() => void db.$client.close());
  expect(unspokenIn(db.$client)).toEqual([]);
});

test.each([
  ["a text", "ALTER TABLE fines ADD nickname text;", ["fines.nickname"]],
  ["a picture", "ALTER TABLE units ADD photo blob;", ["units.photo"]],
  ["a column of no type", "CREATE TABLE notes (id integer, note);", ["notes.note"]],
  ["a number called after a person", "ALTER TABLE units ADD owner_id integer;", ["units.owner_id"]],
  [
    "whoever did something",
    "ALTER TABLE visits ADD let_in_by integer REFERENCES accounts(id);",
    ["visits.let_in_by"],
  ],
  [
    "a whole table",
    "CREATE TABLE photos (id integer, resident_id text REFERENCES accounts(id), caption text);",
    ["photos.resident_id", "photos.caption"],
  ],
])("%s that a migration adds is refused, by name and with what to do", (_, statement, names) => {
  const folder = newFolder();
  const db = openBuilding(":memory:", {
    backups: folder,
    migrations: laterMigrations(folder, [statement]),
  });
  onTestFinished(() => void db.$client.close());
  const found = unspokenIn(db.$client);
  expect(found.map((sentence) => sentence.split(":")[0])).toEqual(names);
  for (const sentence of found) expect(sentence).toMatch(/Say it in the personal\.ts beside/);
});

/** A unique value for each column of the rows about one person. */
type Marks = Map<string, string>;

/** A unique text in the format that the column's name suggests. */
function markOf(table: string, column: string, count: number): string {
  const number = String(count).padStart(3, "0");
  if (/_(at|until)$/.test(column)) return `2001-01-01T00:00:00.${number}Z`;
  if (/date$/.test(column)) return `2${number}-01-01`;
  return `[${table}.${column}]`;
}

/** Adds a row about the person to every table that may have one, with unique values. */
function fill(sqlite: Sqlite, person: { id: string; email: string }): Marks {
  const marks: Marks = new Map();
  const rows = new Map<string, Record<string, unknown>>();
  const isJson = ({ table }: PersonalTable, column: string) =>
    Object.entries(getTableColumns(table)).some(
      ([name, { dataType }]) => toSnakeCase(name) === column && dataType === "json",
    );

  function addRow(table: string): Record<string, unknown> {
    const known = rows.get(table);
    if (known) return known;
    const about = personalTables.get(table);
    if (!about) throw new Error(`Nobody speaks for ${table}.`);
    const keys = keysOf(sqlite, table);
    const row: Record<string, unknown> = {};
    for (const column of columnsOf(sqlite, table)) {
      const { name } = column;
      const whose = about.whose.get(name);
      const key = keys.find(({ from }) => from === name);
      if (whose) row[name] = person[whose];
      else if (key?.table === table) row[name] = null;
      else if (key) row[name] = addRow(key.table).id;
      else if (holdsText(column)) {
        const mark = markOf(table, name, marks.size);
        marks.set(`${table}.${name}`, mark);
        row[name] = isJson(about, name) ? JSON.stringify([mark]) : mark;
        // SQLite numbers the rows of a table whose key is a number.
      } else if (!column.pk) row[name] = 1;
    }
    const names = Object.keys(row);
    sqlite
      .prepare(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`)}) VALUES (${names.map((name) => `@${name}`)})`,
      )
      .run(row);
    rows.set(table, row);
    return row;
  }

  // The person exists already, and the audit trail is written differently.
  for (const [table, { whose }] of personalTables)
    if (whose.size > 0 && !(table in cards) && table !== "audit_events") addRow(table);
  return marks;
}

test("erasing a person with data in every column leaves exactly what the rules retain", async () => {
  const { services, db, people, config } = openHouse({ onDisk: true });
  const sqlite = db.$client;
  const { id } = people.thandi;
  const now = services.now();
  const marks: Marks = new Map();

  for (const [table, fixed] of Object.entries(cards)) {
    const card = columnsOf(sqlite, table).filter(
      (column) => holdsText(column) && !fixed.includes(column.name),
    );
    for (const { name } of card)
      marks.set(`${table}.${name}`, markOf(table, name, 900 + marks.size));
    sqlite
      .prepare(
        `UPDATE ${table} SET removed_at = ?, ${card.map(({ name }) => `${name} = ?`)} WHERE id = ?`,
      )
      .run(now.at, ...card.map(({ name }) => marks.get(`${table}.${name}`)), id);
  }
  // Pieter turned out to be the same person, and goes too.
  sqlite.prepare("UPDATE people SET merged_into = ? WHERE id = ?").run(id, people.pieter.id);
  const mark = (name: string) => marks.get(name) ?? "";
  for (const [column, value] of fill(sqlite, { id, email: mark("people.email") }))
    marks.set(column, value);
  const by = { accountId: id, origin: "[audit.origin]", userAgent: "audit.device" };
  const change = { before: { note: "[audit.before]" }, after: { note: "[audit.after]" } };
  recordChange(db, by, now.at, { action: "profile.update", subjectId: id, ...change });
  const entry = sqlite.prepare("SELECT * FROM audit_events ORDER BY seq DESC LIMIT 1").get();
  for (const [name, value] of Object.entries(entry as Record<string, unknown>))
    if (typeof value === "string" && !["actor_id", "subject_id", "at"].includes(name))
      marks.set(`audit_events.${name}`, /\[.*\]/.exec(value)?.[0] ?? value);

  const columnRules = [...personalTables].flatMap(([table, { columns }]) =>
    [...columns].flatMap(([column, rule]): [string, ColumnRule, string][] => {
      const value = marks.get(`${table}.${column}`);
      return value ? [[`${table}.${column}`, rule, value]] : [];
    }),
  );
  expect(columnRules.length).toBeGreaterThan(80);

  const exported = JSON.stringify(dataExportOf({ db, declared }, id, now).data);
  for (const [column, rule, value] of columnRules)
    expect(exported.includes(value), `${column} in the person's data`).toBe("exported" in rule);

  const confirmation = `${mark("people.name")} ${mark("people.surname")}`;
  await erasePerson(
    { db, config, declared },
    { accountId: people.anna.id, origin: "test" },
    { id, confirmation },
    now,
  );
  const bytes = Buffer.concat(
    readdirSync(config.data)
      .filter((name) => name.startsWith("stoep.db"))
      .map((name) => readFileSync(join(config.data, name))),
  );
  for (const [column, rule, value] of columnRules)
    expect(bytes.includes(value), `${column} in the database file`).toBe("retained" in rule);
  for (const [table, { whose, columns }] of personalTables)
    for (const [column, is] of whose) {
      const rule = columns.get(column);
      const find = sqlite.prepare(`SELECT count(*) FROM "${table}" WHERE "${column}" = ?`).pluck();
      const value = is === "id" ? id : mark("people.email");
      const isRetained = rule !== undefined && "retained" in rule;
      expect(Number(find.get(value)) > 0, `rows of ${table} by ${column}`).toBe(isRetained);
    }
  expect(trailProblem(sqlite)).toBeNull();
});
