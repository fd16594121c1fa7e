import type Database from "better-sqlite3";
import { compareMigrations, emptyAt } from "../../../database/migrations.ts";
import { trailTriggers } from "../../audit/chain.ts";
import { migrationSteps } from "../../installation/database.ts";
import { levelOf } from "../archive/inspect.ts";

type Sqlite = Database.Database;

interface Part {
  type: "table" | "index" | "view" | "trigger";
  name: string;
  sql: string | null;
}

const partsOf = (sqlite: Sqlite): Part[] =>
  sqlite.prepare<[], Part>("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();

/** The names of triggers that older versions made and a pending migration drops. */
const formerTriggers = (sqlite: Sqlite): string[] =>
  compareMigrations(sqlite, migrationSteps.migrations).pending.flatMap(({ sql }) =>
    [...sql.join().matchAll(/DROP TRIGGER IF EXISTS `(\w+)`/g)].map(([, name = ""]) => name),
  );

/** The tables that Litestream adds to a database that it replicates to a spare machine. */
const ofLitestream: Part[] = [
  {
    type: "table",
    name: "_litestream_seq",
    sql: "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
  },
  {
    type: "table",
    name: "_litestream_lock",
    sql: "CREATE TABLE _litestream_lock (id INTEGER)",
  },
];

const isOfSqlite = ({ type, name, sql }: Part) =>
  type === "index"
    ? name.startsWith("sqlite_autoindex_") && sql === null
    : type === "table" && /^sqlite_(sequence|stat[14])$/.test(name);

/** Different versions of SQLite only differ in quotes and line breaks. */
const inOneLine = (sql: string | null) =>
  (sql ?? "").replace(/[`"]/g, "").replace(/\s+/g, " ").trim();

const keyOf = ({ type, name }: Part) => `${type} ${name}`;

const isSame = (part: Part, expected: ReadonlyMap<string, Part>): boolean => {
  const wanted = expected.get(keyOf(part));
  return wanted !== undefined && inOneLine(wanted.sql) === inOneLine(part.sql);
};

/** The parts that the migrations make that this database has had. */
function ownParts(sqlite: Sqlite): Part[] {
  const empty = emptyAt(
    compareMigrations(sqlite, migrationSteps.migrations).applied,
    migrationSteps,
  );
  const own = partsOf(empty);
  empty.close();
  return own;
}

/**
 * How a database differs from what its migrations make: "holds the trigger x". A foreign trigger
 * could go on changing data, and a view could replace a table. Empty also for databases that no
 * program here opens.
 */
export function unexpectedParts(sqlite: Sqlite): string[] {
  if (["foreign", "newer"].includes(levelOf(sqlite))) return [];
  const own = ownParts(sqlite);
  const expected = new Map([...own, ...ofLitestream].map((part) => [keyOf(part), part]));
  const found = partsOf(sqlite).filter((part) => !isOfSqlite(part));
  // Each start makes the trail's triggers again if they differ.
  const triggers = new Set([...trailTriggers.keys(), ...formerTriggers(sqlite)]);
  const unexpected = found.filter((part) => {
    if (part.type === "trigger" && triggers.has(part.name)) return false;
    return !isSame(part, expected);
  });
  const there = new Set(found.map(keyOf));
  const missing = own.filter((part) => !isOfSqlite(part) && !there.has(keyOf(part)));
  return [
    ...unexpected.map((part) => `holds the ${keyOf(part)}`),
    ...missing.map((part) => `lacks the ${keyOf(part)}`),
  ];
}

/** The next open makes those of the trail again. */
export function dropOtherTriggers(sqlite: Sqlite): void {
  const expected = new Map(ownParts(sqlite).map((part) => [keyOf(part), part]));
  for (const part of partsOf(sqlite)) {
    const { type, name, sql } = part;
    if (type === "trigger" && trailTriggers.get(name) !== sql && !isSame(part, expected))
      sqlite.exec(`DROP TRIGGER "${name.replaceAll('"', '""')}"`);
  }
}
