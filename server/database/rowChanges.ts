import { isDeepStrictEqual } from "node:util";
import { eq, getTableColumns, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Db, write } from "./open.ts";

type Row = Record<string, unknown> & { id: string };

/** A table with a key `id`, and which of its rows; without `where` it is read whole. */
export interface Watched {
  table: SQLiteTable;
  where?: SQL;
}

/** A row that was changed; without `before` it was added. */
export interface RowChange {
  table: SQLiteTable;
  before: Row | undefined;
  after: Row;
}

/** Runs `work`, and returns which of the watched rows it added or changed. */
export function changesOf(db: Db, watched: readonly Watched[], work: () => void): RowChange[] {
  const before = watched.map((each) => rowsById(db, each));
  work();
  return watched.flatMap((each, index) =>
    [...rowsById(db, each).values()].flatMap((after) => {
      const old = before[index]?.get(after.id);
      return isDeepStrictEqual(old, after) ? [] : [{ table: each.table, before: old, after }];
    }),
  );
}

const rowsById = (db: Db, { table, where }: Watched): Map<string, Row> => {
  const rows = db.select().from(table).where(where).all() as Row[];
  return new Map(rows.map((row) => [row.id, row]));
};

const withId = (table: SQLiteTable, id: string) => {
  const column = getTableColumns(table).id;
  if (!column) throw new Error("The table has no key id");
  return eq(column, id);
};

/**
 * Puts rows back as they were before: what was added goes, the last table's rows first. Does nothing and
 * returns false if one of them has changed since, or if something else refers to one that would go.
 */
export function putRowsBack(db: Db, changes: readonly RowChange[]): boolean {
  try {
    write(db, () => {
      for (const { table, after } of changes) {
        const present = db.select().from(table).where(withId(table, after.id)).get();
        if (!isDeepStrictEqual(present, after)) throw new ChangedSince();
      }
      for (const { table, before } of changes)
        if (before) db.update(table).set(before).where(withId(table, before.id)).run();
      for (const { table, before, after } of changes.toReversed())
        if (!before) db.delete(table).where(withId(table, after.id)).run();
    });
    return true;
  } catch (error) {
    if (error instanceof ChangedSince || isReferredTo(error)) return false;
    throw error;
  }
}

class ChangedSince extends Error {}

const isReferredTo = (error: unknown) => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [code, cause?.code].includes("SQLITE_CONSTRAINT_FOREIGNKEY");
};
