import type Database from "better-sqlite3";

/** So many rows go into a table by one statement. */
const atOnce = 50;

/**
 * Adds rows, many by a statement: where a table has a trigger, SQLite keeps what every single statement
 * touches, so that it could be taken back, and that costs more than the row itself.
 * @param insert of one row, which ends with its values: `INSERT INTO … VALUES (?, ?)`
 */
export function rowsInto(sqlite: Database.Database, insert: string) {
  const values = insert.slice(insert.lastIndexOf("("));
  const one = sqlite.prepare(insert);
  const many = sqlite.prepare(insert + `, ${values}`.repeat(atOnce - 1));
  return (rows: readonly (readonly unknown[])[]): void => {
    const rest = rows.length - (rows.length % atOnce);
    for (let at = 0; at < rest; at += atOnce) many.run(rows.slice(at, at + atOnce).flat());
    for (const row of rows.slice(rest)) one.run(row);
  };
}
