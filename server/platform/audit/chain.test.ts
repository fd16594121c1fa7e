import { join } from "node:path";
import type Database from "better-sqlite3";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../backup/testing.ts";
import { openBuilding } from "../installation/database.ts";
import { recordChange } from "./audit.ts";
import { type Entry, hashOf, headOf } from "./chain.ts";
import { unguarded } from "./testing.ts";
import { trailProblem } from "./verify.ts";

const at = "2026-11-20T09:26:24.123Z";

interface ChangeDetails {
  action: string;
  subjectId: string;
  before: unknown;
  after: unknown;
  origin: string;
  userAgent: string;
}

const anyDetails: fc.Arbitrary<ChangeDetails> = fc.record({
  action: fc.constantFrom("fines.issue", "people.add", "units.update"),
  subjectId: fc.string({ minLength: 1 }),
  before: fc.option(fc.jsonValue(), { nil: undefined }),
  after: fc.option(fc.jsonValue(), { nil: undefined }),
  origin: fc.string({ minLength: 1 }),
  userAgent: fc.string(),
});
/** A value that is as it was before leaves no entry. */
const change = anyDetails.filter(
  ({ before, after }) => before === undefined || JSON.stringify(before) !== JSON.stringify(after),
);

/** A trail of these changes, in memory. */
function trailOf(changes: readonly Partial<ChangeDetails>[]) {
  const db = openBuilding(":memory:");
  for (const { origin = "o", userAgent = "d", ...what } of changes)
    recordChange(db, { accountId: null, origin, userAgent }, at, {
      action: "fines.issue",
      subjectId: "fine",
      ...what,
    });
  return db;
}

/** Leaves of an entry that there was one. */
const silence = (sqlite: Database.Database, seq: number) =>
  sqlite.exec(
    `UPDATE audit_events SET before = NULL, after = NULL, content_salt = NULL WHERE seq = ${seq}`,
  );

/** The number of the entry that a problem names. */
const namedIn = (problem: string | null) => Number(/[Ee]ntry (\d+) /.exec(problem ?? "")?.[1]);

const columns = ["id", "at", "actor_id", "action", "subject_id", "before", "after", "origin"];
const more = ["device", "origin_salt", "origin_digest", "content_salt", "content_digest", "hash"];

test("an unchanged trail is valid, whatever its entries contain", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const db = trailOf(changes);
      expect(trailProblem(db.$client)).toBeNull();
      expect(headOf(db.$client)?.seq).toBe(changes.length);
      db.$client.close();
    }),
  );
});

test("whatever is edited in whichever row: the first broken one is named", () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 2, maxLength: 10 }),
      fc.nat(),
      fc.constantFrom(...columns, ...more),
      fc.string({ minLength: 1 }),
      (changes, pick, column, value) => {
        const db = trailOf(changes);
        const seq = 1 + (pick % changes.length);
        const sqlite = unguarded(db.$client);
        const before = sqlite
          .prepare<[number], unknown>(`SELECT ${column} FROM audit_events WHERE seq = ?`)
          .pluck()
          .get(seq);
        fc.pre(before !== value);
        sqlite.prepare(`UPDATE audit_events SET ${column} = ? WHERE seq = ?`).run(value, seq);
        expect(namedIn(trailProblem(sqlite))).toBe(seq);
        sqlite.close();
      },
    ),
  );
});

test("an edited row whose own hash was made anew is found at the next one", () => {
  const db = trailOf([1, 2, 3].map((after) => ({ after })));
  const sqlite = unguarded(db.$client);
  const entry = (seq: number) =>
    sqlite
      .prepare<[number], Entry>(
        `SELECT *, actor_id AS actorId, subject_id AS subjectId, origin_digest AS originDigest,
          content_digest AS contentDigest FROM audit_events WHERE seq = ?`,
      )
      .get(seq) as Entry;
  const forged = { ...entry(2), at: "2026-11-19T09:26:24.123Z" };
  sqlite
    .prepare("UPDATE audit_events SET at = ?, hash = ? WHERE seq = 2")
    .run(forged.at, hashOf(entry(1).hash, forged));
  expect(namedIn(trailProblem(sqlite))).toBe(3);
  sqlite.close();
});

test("a removed, a moved and an inserted row are found where they are", () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 3, maxLength: 10 }),
      fc.nat(),
      fc.constantFrom("removed", "closed up", "swapped", "put in"),
      (changes, pick, how) => {
        const db = trailOf(changes);
        const sqlite = unguarded(db.$client);
        const seq = 1 + (pick % (changes.length - 1));
        const move = sqlite.prepare("UPDATE audit_events SET seq = ? WHERE seq = ?");
        if (how === "swapped")
          for (const [to, from] of [
            [-1, seq],
            [seq, seq + 1],
            [seq + 1, -1],
          ])
            move.run(to, from);
        else if (how === "put in") {
          for (let each = changes.length; each >= seq; each -= 1) move.run(each + 1, each);
          sqlite
            .prepare(
              "INSERT INTO audit_events SELECT 'put in', at, actor_id, action, subject_id, before, after, origin, device, ?, origin_salt, origin_digest, content_salt, content_digest, hash FROM audit_events WHERE seq = ?",
            )
            .run(seq, seq + 1);
        } else {
          sqlite.prepare("DELETE FROM audit_events WHERE seq = ?").run(seq);
          if (how === "closed up")
            for (let each = seq; each < changes.length; each += 1) move.run(each, each + 1);
        }
        const broken = namedIn(trailProblem(sqlite));
        // An inserted copy of the next row fits; then the next row follows itself.
        expect([seq, ...(how === "put in" ? [seq + 1] : [])]).toContain(broken);
        sqlite.close();
      },
    ),
  );
});

test("rows missing at the end are found by the chain's head and, if that was changed too, by a note elsewhere", () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 2, maxLength: 8 }), fc.nat(), (changes, pick) => {
      const db = trailOf(changes);
      const noted = { ...(headOf(db.$client) ?? { seq: 0, hash: "" }), at, where: "The backup" };
      const sqlite = unguarded(db.$client);
      const last = pick % changes.length;
      sqlite.prepare("DELETE FROM audit_events WHERE seq > ?").run(last);
      expect(namedIn(trailProblem(sqlite))).toBe(last + 1);
      const hash =
        sqlite
          .prepare<[number], string>("SELECT hash FROM audit_events WHERE seq = ?")
          .pluck()
          .get(last) ?? "0".repeat(64);
      sqlite.prepare("UPDATE audit_head SET seq = ?, hash = ?").run(last, hash);
      expect(trailProblem(sqlite)).toBeNull();
      expect(trailProblem(sqlite, [noted])).toMatch(/^The backup noted .* now there are fewer/);
      sqlite.close();
    }),
  );
});

test("a rewritten trail differs from what a backup noted", () => {
  const one = trailOf([1, 2, 3].map((after) => ({ after })));
  const other = trailOf([1, 9, 3].map((after) => ({ after })));
  const noted = { ...(headOf(one.$client) ?? { seq: 0, hash: "" }), at, where: "The backup" };
  expect(trailProblem(one.$client, [noted])).toBeNull();
  expect(trailProblem(other.$client)).toBeNull();
  expect(trailProblem(other.$client, [noted])).toMatch(/^The backup noted another entry 3 /);
});

test("the database itself refuses to change, to remove and to add a row outside of the chain", () => {
  const { $client: sqlite } = trailOf([{ before: 1, after: 2 }]);
  for (const column of [...columns, ...more])
    expect(() => sqlite.exec(`UPDATE audit_events SET ${column} = 'x'`), column).toThrow(
      "not changed",
    );
  // Removing the content without its salt, or the salt without its content, is no erasure.
  for (const half of ["before = NULL, after = NULL", "content_salt = NULL", "origin = ''"])
    expect(() => sqlite.exec(`UPDATE audit_events SET ${half}`), half).toThrow("not changed");
  expect(() => sqlite.exec("DELETE FROM audit_events")).toThrow("only grows");
  expect(() =>
    sqlite.exec(
      "INSERT INTO audit_events (id, at, action, origin) VALUES ('x', 'now', 'a.b', 'o')",
    ),
  ).toThrow("its place in the chain");
  expect(trailProblem(sqlite)).toBeNull();
});

test("what was erased is found without an erasure of a person that tells why, or when written again", () => {
  const change = { before: 1, after: 2 };
  for (const column of ["before", "after"]) {
    const { $client: sqlite } = trailOf([
      { action: "profile.update", subjectId: "thandi", ...change },
      change,
      { action: "privacy.erase", subjectId: "thandi", ...change },
    ]);
    silence(sqlite, 1);
    expect(trailProblem(sqlite)).toBeNull();
    sqlite.exec("SAVEPOINT untold");
    silence(sqlite, 2);
    expect(trailProblem(sqlite)).toMatch(/^Entry 2 .* lost what it said/);
    sqlite.exec("ROLLBACK TO untold");
    unguarded(sqlite).exec(`UPDATE audit_events SET ${column} = '"made up"' WHERE seq = 1`);
    expect(trailProblem(sqlite)).toMatch(/^Entry 1 .* what it said was erased and written again/);
  }
});

test("a start leaves a trail as it is, and a row that somebody put beside it stays out of the chain", () => {
  const file = join(newFolder(), "stoep.db");
  const fill = openBuilding(file);
  const event = { action: "a.b", subjectId: "s" };
  for (const after of [1, 2, 3])
    recordChange(fill, { accountId: null, origin: "o" }, at, { ...event, after });
  const intruder = unguarded(fill.$client);
  intruder.exec(
    "INSERT INTO audit_events (id, at, action, origin) VALUES ('x', 'now', 'a.b', 'o')",
  );
  intruder.close();
  const { $client } = openBuilding(file);
  onTestFinished(() => void $client.close());
  expect(headOf($client)?.seq).toBe(3);
  expect(trailProblem($client)).toMatch(/has no place in the chain/);
});
