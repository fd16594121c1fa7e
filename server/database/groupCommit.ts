import type Database from "better-sqlite3";
import { requestError } from "../errors.ts";

// Waiting for the disk takes longer than the rest of a change, up to a hundred times longer on a
// memory card. So changes that arrive together share one wait: each is a savepoint in one
// transaction, which is committed before the next turn of the event loop. Responses wait for the
// commit.

type Sqlite = Database.Database;

/** An open transaction with several changes. */
interface Group {
  done: Promise<void>;
  settle: (error?: unknown) => void;
}

interface Gathering {
  begin: Database.Statement;
  commit: Database.Statement;
  rollback: Database.Statement;
  open: Group | null;
  /** Whether a change of the group is running. */
  inside: boolean;
  /** How many groups failed to commit, and the latest error. */
  failures: number;
  failure: unknown;
}

const gatherings = new WeakMap<Sqlite, Gathering>();

/** Turns on group commit for this database. The program must then wait for `committed`. */
export function gatherCommits(sqlite: Sqlite): void {
  const [begin, commit, rollback] = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"].map((each) =>
    sqlite.prepare(each),
  ) as [Database.Statement, Database.Statement, Database.Statement];
  const none = { open: null, inside: false, failures: 0, failure: undefined };
  gatherings.set(sqlite, { begin, commit, rollback, ...none });
}

/** Wait for this before sending what may depend on uncommitted data; null if there are none. */
export const committed = (sqlite: Sqlite): Promise<void> | null =>
  gatherings.get(sqlite)?.open?.done ?? null;

/**
 * Runs work that may change data, and waits until all changes it made or saw are on disk.
 * @throws the error of a failed commit, even one during a wait inside `work`
 */
export async function untilCommitted<T>(sqlite: Sqlite, work: () => T | Promise<T>): Promise<T> {
  const gathering = gatherings.get(sqlite);
  const failures = gathering?.failures;
  const result = await work();
  await gathering?.open?.done;
  if (gathering?.failures !== failures) throw gathering?.failure;
  return result;
}

type Runner = Database.Transaction<(work: () => unknown) => unknown>;
const runners = new WeakMap<Sqlite, Runner>();

/** Runs work in a transaction. Made once per database: the driver takes longer to make one than to run it. */
function runnerOf(sqlite: Sqlite): Runner {
  const runner = runners.get(sqlite) ?? sqlite.transaction((work) => work());
  runners.set(sqlite, runner);
  return runner;
}

/** BEGIN IMMEDIATE: a deferred one that reads first fails if somebody writes in between. */
const alone = <T>(sqlite: Sqlite, work: () => T) => runnerOf(sqlite).immediate(work) as T;

/**
 * Runs a change in one write transaction; inside another one it is a savepoint. With group commit
 * it is committed together with others after this returns, and that may still fail.
 */
export function change<T>(sqlite: Sqlite, work: () => T): T {
  const gathering = gatherings.get(sqlite);
  if (!gathering || gathering.inside) return alone(sqlite, work);
  // Some errors end the whole transaction, not only the change that caused them.
  if (gathering.open && !sqlite.inTransaction) commitNow(sqlite);
  if (!gathering.open && sqlite.inTransaction) return alone(sqlite, work);
  gathering.open ??= begin(sqlite, gathering);
  gathering.inside = true;
  try {
    return runnerOf(sqlite)(work) as T;
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
  // Avoids an unhandled rejection if nobody waits.
  done.catch(() => undefined);
  setImmediate(() => commitNow(sqlite));
  return { done, settle };
}

/** Commits the open group now, and tells those who wait whether it succeeded. */
export function commitNow(sqlite: Sqlite): void {
  const gathering = gatherings.get(sqlite);
  const group = gathering?.open;
  if (!gathering || !group) return;
  gathering.open = null;
  try {
    if (!sqlite.inTransaction) throw requestError("server.unwritable");
    gathering.commit.run();
    group.settle();
  } catch (error) {
    if (sqlite.inTransaction) gathering.rollback.run();
    gathering.failures += 1;
    gathering.failure = error;
    group.settle(error);
  }
}
