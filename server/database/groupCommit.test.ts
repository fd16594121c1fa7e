import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { inDays } from "../contract/samples.ts";
import { openServer } from "../testing.ts";
import { change, commitNow, committed, gatherCommits, untilCommitted } from "./groupCommit.ts";

/** A database with group commit, and a second connection that shows what is committed. */
function gathered() {
  const folder = mkdtempSync(join(tmpdir(), "stoep-commits-"));
  const sqlite = new Database(join(folder, "a.db"));
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.exec("CREATE TABLE a (n INTEGER PRIMARY KEY)");
  sqlite.exec("CREATE TABLE b (n INTEGER REFERENCES a (n) DEFERRABLE INITIALLY DEFERRED)");
  gatherCommits(sqlite);
  const other = new Database(join(folder, "a.db"), { readonly: true });
  onTestFinished(() => {
    for (const each of [other, sqlite]) each.close();
    rmSync(folder, { recursive: true });
  });
  const add = (n: number) => () => void sqlite.prepare("INSERT INTO a VALUES (?)").run(n);
  const seen = () => other.prepare("SELECT n FROM a ORDER BY n").pluck().all();
  return { sqlite, add, seen };
}

test("changes of one turn are on the disk together, in the next", async () => {
  const { sqlite, add, seen } = gathered();
  change(sqlite, add(1));
  await Promise.resolve();
  change(sqlite, add(2));
  expect(seen()).toEqual([]);
  await committed(sqlite);
  expect(seen()).toEqual([1, 2]);
  expect(committed(sqlite)).toBeNull();
});

test("one that fails takes back nothing but itself", async () => {
  const { sqlite, add, seen } = gathered();
  change(sqlite, add(1));
  const failing = () => {
    add(2)();
    throw new Error("no");
  };
  expect(() => change(sqlite, failing)).toThrow("no");
  change(sqlite, add(3));
  await committed(sqlite);
  expect(seen()).toEqual([1, 3]);
});

test("what must be on the disk before something else is done can be written there at once", () => {
  const { sqlite, add, seen } = gathered();
  change(sqlite, add(1));
  commitNow(sqlite);
  expect(seen()).toEqual([1]);
  expect(committed(sqlite)).toBeNull();
});

test("within one another they are one change", async () => {
  const { sqlite, add, seen } = gathered();
  change(sqlite, () => {
    add(1)();
    change(sqlite, add(2));
  });
  expect(seen()).toEqual([]);
  await committed(sqlite);
  expect(seen()).toEqual([1, 2]);
});

test("who waits for something else after a change also learns that its commit was refused", async () => {
  const { sqlite, add, seen } = gathered();
  const slow = untilCommitted(sqlite, async () => {
    change(sqlite, add(1));
    change(sqlite, () => sqlite.exec("INSERT INTO b VALUES (77)"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
  await expect(slow).rejects.toThrow("FOREIGN KEY");
  expect(seen()).toEqual([]);
  expect(await untilCommitted(sqlite, () => change(sqlite, () => 7))).toBe(7);
});

test("when a commit is refused, all who wait get the error, and the next commit starts fresh", async () => {
  const { sqlite, add, seen } = gathered();
  change(sqlite, add(1));
  change(sqlite, () => sqlite.exec("INSERT INTO b VALUES (77)"));
  const waits = committed(sqlite);
  await expect(waits).rejects.toThrow("FOREIGN KEY");
  expect(seen()).toEqual([]);
  change(sqlite, add(2));
  await committed(sqlite);
  expect(seen()).toEqual([2]);
});

test("when SQLite itself gives up the transaction, the changes before it get the error and those after are not in it", async () => {
  const { sqlite, add, seen } = gathered();
  change(sqlite, add(1));
  const first = committed(sqlite);
  sqlite.exec("ROLLBACK");
  change(sqlite, add(2));
  const second = committed(sqlite);
  expect(second).not.toBe(first);
  await expect(first).rejects.toMatchObject({ code: "server.unwritable" });
  await expect(second).resolves.toBeUndefined();
  expect(seen()).toEqual([2]);
});

test("without group commit each change is on the disk at once", () => {
  const sqlite = new Database(":memory:");
  onTestFinished(() => void sqlite.close());
  sqlite.exec("CREATE TABLE a (n INTEGER)");
  change(sqlite, () => sqlite.exec("INSERT INTO a VALUES (1)"));
  expect(sqlite.inTransaction).toBe(false);
  expect(() => commitNow(sqlite)).not.toThrow();
});

async function visitorsAtTheGate() {
  const server = await openServer({ onDisk: true, env: { REQUESTS_PER_SECOND: "10000" } });
  const { rest, people, db, config } = server;
  const fine = (reason: string) => ({
    residentId: people.thandi.id,
    type: "Late Rent",
    amountCents: 45_000,
    dueDate: inDays(9),
    reason,
  });
  const anna = rest("anna");
  const issue = (reason: string) => anna("POST /api/trpc/admin.fines.issue", fine(reason));
  // A first run, so that all statements are prepared.
  await issue("first");
  const other = new Database(config.database, { readonly: true });
  onTestFinished(() => void other.close());
  const saved = () => other.prepare("SELECT count(*) FROM fines").pluck().get();
  const events = () => other.prepare("SELECT count(*) FROM audit_events").pluck().get();
  return { ...server, issue, saved, events, sqlite: db.$client };
}

test("a change that was answered is on the disk, also when many arrive at once", async () => {
  const { issue, saved } = await visitorsAtTheGate();
  let answered = 1;
  await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const { status } = await issue(`fine ${at}`);
      answered += 1;
      expect(status).toBe(200);
      expect(saved()).toBeGreaterThanOrEqual(answered);
    }),
  );
  expect(saved()).toBe(41);
});

test("everybody in a failed commit gets the error, and none of their changes are there", async () => {
  const { issue, saved, events, sqlite, rest } = await visitorsAtTheGate();
  const before = [saved(), events()];
  // A row with an invalid reference, which SQLite only refuses at the commit.
  sqlite.exec(
    "CREATE TABLE stray (id TEXT REFERENCES fines (id) DEFERRABLE INITIALLY DEFERRED);" +
      "CREATE TEMP TRIGGER strays AFTER INSERT ON main.fines BEGIN INSERT INTO stray VALUES ('nowhere'); END",
  );
  const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => issue(`fine ${at}`)));
  for (const { status, body } of answers) {
    expect(status).toBe(500);
    expect(body.error.data.reason.code).toBe("server.broken");
  }
  expect([saved(), events()]).toEqual(before);
  sqlite.exec("DROP TRIGGER strays");
  expect((await issue("after")).status).toBe(200);
  const { body } = await rest("thandi")("GET /api/trpc/resident.fines.mine?input=%7B%7D");
  expect(body.result.data.rows.map(({ reason }: { reason: string }) => reason)).toEqual([
    "after",
    "first",
  ]);
});
