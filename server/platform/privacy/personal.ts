import type { SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../database/open.ts";
import type { Moment } from "../clock/clock.ts";

// Each owner of tables says in its personal.ts what becomes of what they hold of people. A test goes
// through the columns of the database and refuses one that nobody speaks for.

/** Whether a person gets a column with their data, or why not; and what erasing them does to it, or why it stays. */
export type ColumnRule = ({ exported: true } | { notExported: string }) &
  ({ erased: "deleted" | "replaced" } | { retained: string });

type ColumnOf<Table extends SQLiteTable> = keyof Table["$inferSelect"] & string;

/** What is said of one table. */
export interface PersonalTable {
  table: SQLiteTable;
  /** The columns that say whose a row is, by their names in SQL, and what of the person stands in them. */
  whose: ReadonlyMap<string, "id" | "email">;
  /** By the names in SQL. */
  columns: ReadonlyMap<string, ColumnRule>;
}

/**
 * Says of a table whose its rows are, and what becomes of its columns.
 * @param columnRules each with the columns of which it is true
 */
export function personalTable<Table extends SQLiteTable>(
  table: Table,
  whose: Partial<Record<ColumnOf<Table>, "id" | "email">>,
  ...columnRules: [ColumnRule, ...ColumnOf<Table>[]][]
): PersonalTable {
  const ruleEntries = columnRules.flatMap(([rule, ...columns]) =>
    columns.map((column): [string, ColumnRule] => [toSnakeCase(column), rule]),
  );
  const persons = Object.entries<"id" | "email" | undefined>(whose);
  return {
    table,
    whose: new Map(persons.flatMap(([column, is]) => (is ? [[toSnakeCase(column), is]] : []))),
    columns: new Map(ruleEntries),
  };
}

/** Of what no person can be told by. */
export const notPersonal: ColumnRule = {
  notExported: "not about a person",
  retained: "not about a person",
};

/** Who is being erased. */
interface Leaver {
  id: string;
  /** The addresses they had, without those that are another's by now. */
  emails: readonly string[];
}

/** What stands for the name of who was erased. */
export const nobody = { name: "Erased", surname: "person" };

type FileNames = ReadonlyMap<string, string>;

/** What people call a row, where the trail has its id. */
interface RowName {
  id: SQLiteColumn;
  /** May use the columns of the id's table; of another it takes a subselect. */
  name: SQLiteColumn | SQL;
}

/** What an owner of tables holds of people. */
export interface Personal {
  tables: readonly PersonalTable[];
  /** The files a person takes away: what each is called there, by the name it is stored under. */
  exportsFiles?: (db: Db, id: string) => FileNames;
  /** What a person takes away of it, by its name in their data. `files` are those of all owners. */
  exports?: (db: Db, id: string, files: FileNames) => Record<string, unknown>;
  /** Takes away what must go. Inside the transaction that erases them, after that was noted. */
  erases?: (db: Db, leaver: Leaver, now: Moment) => void;
  /** As it is now: what was erased since has no name in the trail either. */
  names?: readonly RowName[];
}
