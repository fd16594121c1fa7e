import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { openServer } from "../testing.ts";
import { watchStatements } from "./slowQueryLog.ts";

/** A clock that a test advances; each reading advances it by `each` milliseconds. */
function handStopwatch(each = 0) {
  const watch = { ms: 0, each };
  const now = vi.spyOn(performance, "now").mockImplementation(() => {
    watch.ms += watch.each;
    return watch.ms;
  });
  onTestFinished(() => now.mockRestore());
  return watch;
}

const withValue = "SELECT max(word) AS most FROM (SELECT ? AS word)";

test("a slow statement is logged with its duration and without its values", () => {
  const watch = handStopwatch();
  const sqlite = new Database(":memory:");
  const reported: [string, number][] = [];
  watchStatements(sqlite, (...what) => reported.push(what));
  expect(sqlite.prepare("SELECT 1 AS one").get()).toEqual({ one: 1 });
  expect(reported).toEqual([]);
  watch.each = 60;
  expect(sqlite.prepare(withValue).all("8001015009087")).toEqual([{ most: "8001015009087" }]);
  expect(sqlite.prepare(withValue).pluck().get("8001015009087")).toBe("8001015009087");
  expect(reported).toEqual([
    [withValue, 60],
    [withValue, 60],
  ]);
});

const plain = "SELECT max(i) FROM (SELECT 1 AS i UNION ALL SELECT 2)";

test.each<[way: string, run: (sqlite: Database.Database) => unknown]>([
  ["get", (sqlite) => sqlite.prepare(plain).get()],
  ["all", (sqlite) => sqlite.prepare(plain).all()],
  ["raw and all", (sqlite) => sqlite.prepare(plain).raw().all()],
  ["run", (sqlite) => sqlite.prepare(`INSERT INTO things ${plain}`).run()],
  ["iterate", (sqlite) => [...sqlite.prepare(plain).iterate()]],
  ["exec", (sqlite) => sqlite.exec(plain)],
  ["drizzle", (sqlite) => drizzle({ client: sqlite }).all(sql.raw(plain))],
  [
    "drizzle, prepared",
    (sqlite) =>
      drizzle({ client: sqlite })
        .select({ most: sql`(${sql.raw(plain)})` })
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
  handStopwatch(60);
  run(sqlite);
  expect(reported).toEqual([expect.stringContaining("SELECT 1 AS i UNION ALL")]);
});

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

test("values written into a statement itself are not logged either", () => {
  const sqlite = new Database(":memory:");
  const reported: string[] = [];
  watchStatements(sqlite, (statement) => reported.push(statement));
  handStopwatch(60);
  sqlite.exec(`${plain} WHERE 'it''s 8001015009087' <> ''`);
  expect(reported).toEqual([`${plain} WHERE '…' <> '…'`]);
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
  const watch = handStopwatch(60);
  db.all(sql`SELECT max(word) FROM (SELECT ${idNumber} AS word)`);
  watch.each = 0;
  const lines = log.filter((line) => line.includes("held everybody up"));
  expect(lines).toEqual([expect.stringContaining("SELECT max(word)")]);
  expect(lines[0]).not.toContain(idNumber);
});
