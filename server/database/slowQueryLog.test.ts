import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { openServer } from "../testing.ts";
import { change, commitNow, gatherCommits } from "./groupCommit.ts";
import { watchStatements } from "./slowQueryLog.ts";

/** Counts for long enough on any machine. */
const endless = `WITH RECURSIVE n(i, word) AS (SELECT 1, ? UNION ALL SELECT i + 1, word FROM n LIMIT 2000000)
  SELECT max(i) AS most FROM n`;

test("a slow statement is logged with its duration and without its values", () => {
  const sqlite = new Database(":memory:");
  const reported: [string, number][] = [];
  watchStatements(sqlite, (...what) => reported.push(what));
  expect(sqlite.prepare("SELECT 1 AS one").get()).toEqual({ one: 1 });
  expect(reported).toEqual([]);
  expect(sqlite.prepare(endless).all("8001015009087")).toEqual([{ most: 2_000_000 }]);
  expect(sqlite.prepare(endless).pluck().get("8001015009087")).toBe(2_000_000);
  expect(reported).toEqual([
    [endless, expect.any(Number)],
    [endless, expect.any(Number)],
  ]);
  expect(reported.every(([, ms]) => ms > 50)).toBe(true);
});

/** The same without values, slow by itself. */
const slow =
  "SELECT max(i) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000) SELECT i FROM n)";

test.each<[way: string, run: (sqlite: Database.Database) => unknown]>([
  ["get", (sqlite) => sqlite.prepare(slow).get()],
  ["all", (sqlite) => sqlite.prepare(slow).all()],
  ["raw and all", (sqlite) => sqlite.prepare(slow).raw().all()],
  ["run", (sqlite) => sqlite.prepare(`INSERT INTO things ${slow}`).run()],
  ["iterate", (sqlite) => [...sqlite.prepare(slow).iterate()]],
  ["exec", (sqlite) => sqlite.exec(slow)],
  ["drizzle", (sqlite) => drizzle({ client: sqlite }).all(sql.raw(slow))],
  [
    "drizzle, prepared",
    (sqlite) =>
      drizzle({ client: sqlite })
        .select({ most: sql`(${sql.raw(slow)})` })
        .from(sql`sqlite_schema`)
        .limit(1)
        .prepare()
        .get(),
  ],
])("one that is run by %s is told of once", (_, run) => {
  const sqlite = new Database(":memory:");
  sqlite.exec("CREATE TABLE things (name TEXT)");
  const reported: string[] = [];
  watchStatements(sqlite, (statement) => reported.push(statement));
  run(sqlite);
  expect(reported).toEqual([expect.stringContaining("WITH RECURSIVE n(i)")]);
});

/** A clock that a test advances; each reading advances it by `each`. */
function handStopwatch() {
  const watch = { ms: 0, each: 0 };
  const now = vi.spyOn(performance, "now").mockImplementation(() => {
    watch.ms += watch.each;
    return watch.ms;
  });
  onTestFinished(() => now.mockRestore());
  return watch;
}

test("what is done between the rows of one, and in a transaction, is not the statement's", () => {
  const watch = handStopwatch();
  const sqlite = new Database(":memory:");
  const reported: string[] = [];
  watchStatements(sqlite, (statement) => reported.push(statement));
  const idle = () => {
    watch.ms += 1_000;
  };
  sqlite.transaction(idle).immediate();
  for (const row of sqlite.prepare("SELECT 1 AS one UNION SELECT 2").iterate()) {
    expect(row).toHaveProperty("one");
    idle();
  }
  expect(reported).toEqual([]);
  // Leaving the loop early frees the connection.
  for (const _ of sqlite.prepare("SELECT 1 UNION SELECT 2").iterate()) break;
  sqlite.exec("CREATE TABLE things (name TEXT)");
});

test("a slow commit is logged once, with the statements within it", () => {
  const watch = handStopwatch();
  const sqlite = new Database(":memory:");
  const reported: [string, number][] = [];
  watchStatements(sqlite, (...what) => reported.push(what));
  gatherCommits(sqlite);
  change(sqlite, () => change(sqlite, () => undefined));
  watch.each = 60;
  commitNow(sqlite);
  expect(reported).toEqual([["COMMIT", 60]]);
});

test("values written into a statement itself are not logged either", () => {
  const sqlite = new Database(":memory:");
  const reported: string[] = [];
  watchStatements(sqlite, (statement) => reported.push(statement));
  sqlite.exec(`${slow} WHERE 'it''s 8001015009087' <> ''`);
  expect(reported).toEqual([`${slow} WHERE '…' <> '…'`]);
});

test("one that fails fails as before, and what it returns is the same", () => {
  const sqlite = new Database(":memory:");
  watchStatements(sqlite, () => undefined);
  sqlite.exec("CREATE TABLE things (name TEXT UNIQUE)");
  const insert = sqlite.prepare("INSERT INTO things VALUES (?)");
  expect(insert.run("one")).toEqual({ changes: 1, lastInsertRowid: 1 });
  expect(() => insert.run("one")).toThrow("UNIQUE");
  expect(sqlite.prepare("SELECT name FROM things").raw().all()).toEqual([["one"]]);
});

test("in a running server the log has it", async () => {
  const { db, log } = await openServer({ env: { LOG_LEVEL: "warn" } });
  const idNumber = "8001015009087";
  db.all(sql`WITH RECURSIVE n(i, word) AS (SELECT 1, ${idNumber} UNION ALL SELECT i + 1, word FROM n
    LIMIT 2000000) SELECT max(i) FROM n`);
  const lines = log.filter((line) => line.includes("held everybody up"));
  expect(lines).toEqual([expect.stringContaining("WITH RECURSIVE")]);
  expect(lines[0]).not.toContain(idNumber);
});
