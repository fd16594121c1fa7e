import type Database from "better-sqlite3";

/** The number of rows that one statement inserts. */
const atOnce = 50;

/**
 * Prepares rows, and returns a function that inserts them, many per statement. If a table has a
 * trigger, SQLite keeps a journal for each statement to undo it, which costs more than the row.
 * @param insert a statement for one row that ends with its values: `INSERT INTO … VALUES (?, ?)`
 */
export function rowsInto(sqlite: Database.Database, insert: string) {
  const values = insert.slice(insert.lastIndexOf("("));
  const one = sqlite.prepare(insert);
  const many = sqlite.prepare(insert + `, ${values}`.repeat(atOnce - 1));
  return (rows: readonly (readonly unknown[])[]) => {
    const groups: unknown[][] = [];
    let at = 0;
    for (; at + atOnce <= rows.length; at += atOnce)
      groups.push(rows.slice(at, at + atOnce).flat());
    const rest = rows.slice(at);
    return (): void => {
      for (const group of groups) many.run(group);
      for (const row of rest) one.run(row);
    };
  };
}
