import type Database from "better-sqlite3";
import { AppError } from "../errors.ts";

// Waiting for the disk takes longer than all the rest of a change, and on a memory card a hundred times
// as long. Changes that arrive together therefore wait for it together: each in a savepoint of one
// transaction, which is committed before the next turn of the event loop. Nobody is answered before.

type Sqlite = Database.Database;

/** A transaction of several changes that is still open. */
interface Group {
  done: Promise<void>;
  settle: (error?: unknown) => void;
}

interface Gathering {
  begin: Database.Statement;
  commit: Database.Statement;
  rollback: Database.Statement;
  open: Group | null;
  /** Whether a change of the group is being made right now. */
  inside: boolean;
}

const gatherings = new WeakMap<Sqlite, Gathering>();

/** From now on changes to this database may be gathered, by a program that then waits for `committed`. */
export function gatherCommits(sqlite: Sqlite): void {
  const [begin, commit, rollback] = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"].map((each) =>
    sqlite.prepare(each),
  ) as [Database.Statement, Database.Statement, Database.Statement];
  gatherings.set(sqlite, { begin, commit, rollback, open: null, inside: false });
}

/** What must be done before anything is answered that may have seen what is not on the disk yet. */
export const committed = (sqlite: Sqlite): Promise<void> | null =>
  gatherings.get(sqlite)?.open?.done ?? null;

/**
 * Makes a change in one write transaction (BEGIN IMMEDIATE: a deferred one that reads before it writes
 * fails when somebody else wrote between). Inside another it is a savepoint of that one. On the disk
 * when this returns.
 */
export function alone<T>(sqlite: Sqlite, work: () => T): T {
  if (!gatherings.get(sqlite)?.inside) commitNow(sqlite);
  return sqlite.transaction(work).immediate();
}

/**
 * Makes a change that goes to the disk with those that arrived beside it, where changes are gathered.
 * For work that touches nothing but the database: it may still be taken back after it returned.
 */
export function together<T>(sqlite: Sqlite, work: () => T): T {
  const gathering = gatherings.get(sqlite);
  if (!gathering || gathering.inside) return alone(sqlite, work);
  // Some errors end the whole transaction, whoever ran into them.
  if (gathering.open && !sqlite.inTransaction) commitNow(sqlite);
  if (!gathering.open && sqlite.inTransaction) return alone(sqlite, work);
  gathering.open ??= begin(sqlite, gathering);
  gathering.inside = true;
  try {
    return sqlite.transaction(work)();
  } finally {
    gathering.inside = false;
  }
}

function begin(sqlite: Sqlite, { begin }: Gathering): Group {
  begin.run();
  let settle: Group["settle"] = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    settle = (error) => (error === undefined ? resolve() : reject(error));
  });
  // Whoever waits is told; that nobody does is no fault.
  done.catch(() => undefined);
  setImmediate(() => commitNow(sqlite));
  return { done, settle };
}

/** Commits what is gathered so far; those who wait for it are told how that went. */
export function commitNow(sqlite: Sqlite): void {
  const gathering = gatherings.get(sqlite);
  const group = gathering?.open;
  if (!gathering || !group) return;
  gathering.open = null;
  try {
    if (!sqlite.inTransaction) throw new AppError("server.unwritable");
    gathering.commit.run();
    group.settle();
  } catch (error) {
    if (sqlite.inTransaction) gathering.rollback.run();
    group.settle(error);
  }
}
