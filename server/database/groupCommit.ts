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
  /** How many groups could not be committed, and why the last one could not. */
  failures: number;
  failure: unknown;
}

const gatherings = new WeakMap<Sqlite, Gathering>();

/** From now on changes to this database may be gathered, by a program that then waits for `committed`. */
export function gatherCommits(sqlite: Sqlite): void {
  const [begin, commit, rollback] = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"].map((each) =>
    sqlite.prepare(each),
  ) as [Database.Statement, Database.Statement, Database.Statement];
  const none = { open: null, inside: false, failures: 0, failure: undefined };
  gatherings.set(sqlite, { begin, commit, rollback, ...none });
}

/** What must be done before anything is answered that may have seen what is not on the disk yet. */
export const committed = (sqlite: Sqlite): Promise<void> | null =>
  gatherings.get(sqlite)?.open?.done ?? null;

/**
 * Does what may change something, and waits until all that was changed or seen meanwhile is on the disk.
 * @throws what a commit meanwhile was refused with, also while `work` waited for something else
 */
export async function untilCommitted<T>(sqlite: Sqlite, work: () => T | Promise<T>): Promise<T> {
  const gathering = gatherings.get(sqlite);
  const failures = gathering?.failures;
  const result = await work();
  await gathering?.open?.done;
  if (gathering?.failures !== failures) throw gathering?.failure;
  return result;
}

/** BEGIN IMMEDIATE: a deferred one that reads before it writes fails when somebody else wrote between. */
const alone = <T>(sqlite: Sqlite, work: () => T): T => sqlite.transaction(work).immediate();

/**
 * Makes a change in one write transaction; inside another it is a savepoint of that one. Where changes
 * are gathered it goes to the disk with those that arrived beside it, and may still be taken back after
 * this returned.
 */
export function change<T>(sqlite: Sqlite, work: () => T): T {
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
    gathering.failures += 1;
    gathering.failure = error;
    group.settle(error);
  }
}
