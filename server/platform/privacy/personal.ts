import type { SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../database/open.ts";
import type { Moment } from "../clock/clock.ts";

// Each owner of tables declares in its personal.ts what happens to personal data in them. A test
// checks that every column in the database is declared.

/** Whether a column is in a person's export, or why not, and whether it is erased, or why not. */
export type ColumnRule = ({ exported: true } | { notExported: string }) &
  ({ erased: "deleted" | "replaced" } | { retained: string });

type ColumnOf<Table extends SQLiteTable> = keyof Table["$inferSelect"] & string;

export interface PersonalTable {
  table: SQLiteTable;
  /** The columns with the person's id, by their SQL names. */
  whose: ReadonlyMap<string, "id">;
  /** The rule of each column, by its SQL name. */
  columns: ReadonlyMap<string, ColumnRule>;
}

/** Declares whose a table's rows are, and each rule with its columns. */
export function personalTable<Table extends SQLiteTable>(
  table: Table,
  whose: Partial<Record<ColumnOf<Table>, "id">>,
  ...columnRules: [ColumnRule, ...ColumnOf<Table>[]][]
): PersonalTable {
  const ruleEntries = columnRules.flatMap(([rule, ...columns]) =>
    columns.map((column): [string, ColumnRule] => [toSnakeCase(column), rule]),
  );
  const persons = Object.entries<"id" | undefined>(whose);
  return {
    table,
    whose: new Map(persons.flatMap(([column, is]) => (is ? [[toSnakeCase(column), is]] : []))),
    columns: new Map(ruleEntries),
  };
}

/** For columns that identify nobody. */
export const notPersonal: ColumnRule = {
  notExported: "not about a person",
  retained: "not about a person",
};

/** The person who is being erased. */
export interface Leaver {
  id: string;
  /** Their addresses and numbers, present and earlier, without those that somebody here has too. */
  emails: readonly string[];
  telephones: readonly string[];
  /** Their whole names, present and earlier. */
  names: readonly string[];
}

/** Replaces the name of an erased person. */
export const nobody = { name: "Erased", surname: "person" };

type FileNames = ReadonlyMap<string, string>;

/** The personal data of one owner of tables. */
export interface Personal {
  tables: readonly PersonalTable[];
  /** The files in a person's export: their names there, by stored name. */
  exportFilesFor?: (db: Db, id: string) => FileNames;
  /** The data in a person's export, by name. `files` are those of all owners. */
  exportFor?: (db: Db, subject: { id: string }, files: FileNames) => Record<string, unknown>;
  /** Erases the data. Runs in the transaction of the erasure, after its audit entry. */
  erase?: (db: Db, leaver: Leaver, now: Moment) => void;
  /**
   * How to show a row's present name where the trail has its id. It may use columns of the id's table.
   * Other tables need a subselect.
   */
  names?: readonly { id: SQLiteColumn; name: SQLiteColumn | SQL }[];
}
