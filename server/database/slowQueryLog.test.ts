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

/** A database in memory, and the slow statements that were reported of it. */
function watched() {
  const sqlite = new Database(":memory:");
  const reported: [statement: string, ms: number][] = [];
  watchStatements(sqlite, (...what) => reported.push(what));
  return { sqlite, reported };
}

const withValue = "SELECT max(word) AS most FROM (SELECT ? AS word)";

test("a slow statement is logged with its duration and without its values", () => {
  const watch = handStopwatch();
  const { sqlite, reported } = watched();
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
  ["run", (sqlite) => sqlite.prepare(`CREATE TABLE things AS ${plain}`).run()],
  ["drizzle", (sqlite) => drizzle({ client: sqlite }).all(sql.raw(plain))],
])("one that is run by %s is told of once", (_, run) => {
  const { sqlite, reported } = watched();
  handStopwatch(60);
  run(sqlite);
  expect(reported).toEqual([[expect.stringContaining("SELECT 1 AS i UNION ALL"), 60]]);
});

test("values written into a statement itself are not logged either", () => {
  const { sqlite, reported } = watched();
  handStopwatch(60);
  sqlite.prepare(`${plain} WHERE 'it''s 8001015009087' <> ''`).get();
  expect(reported).toEqual([[`${plain} WHERE '…' <> '…'`, 60]]);
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
