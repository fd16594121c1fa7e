import type Database from "better-sqlite3";

/** So many rows go into a table by one statement. */
const atOnce = 50;

/**
 * Makes rows ready, and answers what adds them, many by a statement: where a table has a trigger,
 * SQLite keeps what every single statement touches, so that it could be taken back, and that costs more
 * than the row itself.
 * @param insert of one row, which ends with its values: `INSERT INTO … VALUES (?, ?)`
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
