import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDoor } from "./testing.ts";
import { watchStatements } from "./watchdog.ts";

/** Counts until it has taken long enough on whatever machine. */
const endless = `WITH RECURSIVE n(i, word) AS (SELECT 1, ? UNION ALL SELECT i + 1, word FROM n LIMIT 2000000)
  SELECT max(i) AS most FROM n`;

test("a statement that takes long is told with how long, and without what went into it", () => {
  const sqlite = new Database(":memory:");
  const told: [string, number][] = [];
  watchStatements(sqlite, (...what) => told.push(what));
  expect(sqlite.prepare("SELECT 1 AS one").get()).toEqual({ one: 1 });
  expect(told).toEqual([]);
  expect(sqlite.prepare(endless).all("8001015009087")).toEqual([{ most: 2_000_000 }]);
  expect(sqlite.prepare(endless).pluck().get("8001015009087")).toBe(2_000_000);
  expect(told).toEqual([
    [endless, expect.any(Number)],
    [endless, expect.any(Number)],
  ]);
  expect(told.every(([, ms]) => ms > 50)).toBe(true);
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

test("in a house the log has it", async () => {
  const { db, log } = await openDoor({ env: { LOG_LEVEL: "warn" } });
  const idNumber = "8001015009087";
  db.all(sql`WITH RECURSIVE n(i, word) AS (SELECT 1, ${idNumber} UNION ALL SELECT i + 1, word FROM n
    LIMIT 2000000) SELECT max(i) FROM n`);
  const lines = log.filter((line) => line.includes("held everybody up"));
  expect(lines).toEqual([expect.stringContaining("WITH RECURSIVE")]);
  expect(lines[0]).not.toContain(idNumber);
});
