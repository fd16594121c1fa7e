import type Database from "better-sqlite3";
import { compareMigrations, emptyAt } from "../../../database/migrations.ts";
import { trailTriggers } from "../../audit/chain.ts";
import { levelOf } from "../archive/inspect.ts";

type Sqlite = Database.Database;

/** One row of what SQLite says a database is made of. */
interface Part {
  type: "table" | "index" | "view" | "trigger";
  name: string;
  sql: string | null;
}

const partsOf = (sqlite: Sqlite): Part[] =>
  sqlite.prepare<[], Part>("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();

/** The names of triggers that older programs made: a migration still to come drops them. */
const formerTriggers = (sqlite: Sqlite): string[] =>
  compareMigrations(sqlite).pending.flatMap(({ sql }) =>
    [...sql.join().matchAll(/DROP TRIGGER IF EXISTS `(\w+)`/g)].map(([, name = ""]) => name),
  );

/** What Litestream adds to a database that it copies to a spare machine. */
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

/** What SQLite keeps for itself. */
const isOfSqlite = ({ type, name, sql }: Part) =>
  type === "index"
    ? name.startsWith("sqlite_autoindex_") && sql === null
    : type === "table" && /^sqlite_(sequence|stat[14])$/.test(name);

/** SQLite's versions differ in how they quote and break lines, and in nothing else. */
const inOneLine = (sql: string | null) =>
  (sql ?? "").replace(/[`"]/g, "").replace(/\s+/g, " ").trim();

const keyOf = ({ type, name }: Part) => `${type} ${name}`;

/**
 * How a database differs from an empty one that the same migrations made: a trigger could go on changing
 * data, and a view could stand in for a table.
 * @returns "holds the trigger x", "lacks the index y"; empty when everything is ours, and of a database
 * that no program here may open anyway
 */
export function unexpectedParts(sqlite: Sqlite): string[] {
  if (["foreign", "newer"].includes(levelOf(sqlite))) return [];
  const empty = emptyAt(compareMigrations(sqlite).applied);
  const own = partsOf(empty);
  empty.close();
  const expected = new Map([...own, ...ofLitestream].map((part) => [keyOf(part), part]));
  const found = partsOf(sqlite).filter((part) => !isOfSqlite(part));
  // Each start makes its own triggers anew where they are not what they should be.
  const triggers = new Set([...trailTriggers.keys(), ...formerTriggers(sqlite)]);
  const unexpected = found.filter((part) => {
    if (part.type === "trigger") return !triggers.has(part.name);
    const wanted = expected.get(keyOf(part));
    return !wanted || inOneLine(wanted.sql) !== inOneLine(part.sql);
  });
  const there = new Set(found.map(keyOf));
  const missing = own.filter((part) => !isOfSqlite(part) && !there.has(keyOf(part)));
  return [
    ...unexpected.map((part) => `holds the ${keyOf(part)}`),
    ...missing.map((part) => `lacks the ${keyOf(part)}`),
  ];
}

/**
 * Removes the triggers that bear our names and are not as this program makes them: the next open makes
 * them anew.
 */
export function dropOtherTriggers(sqlite: Sqlite): void {
  for (const { type, name, sql } of partsOf(sqlite))
    if (type === "trigger" && trailTriggers.get(name) !== sql)
      sqlite.exec(`DROP TRIGGER "${name.replaceAll('"', '""')}"`);
}
