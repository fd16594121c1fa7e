import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Db, write } from "../database/open.ts";
import { addPerson, changeRole, removePerson } from "../features/people/service.ts";
import type { Kind } from "../features/spreadsheet/imports/schema.ts";
import { checkImport, runImport } from "../features/spreadsheet/imports/service.ts";
import { addUnit, unitById, updateUnit } from "../features/units/service.ts";
import { recordChange } from "../platform/audit/audit.ts";
import { auditEvents } from "../platform/audit/table.ts";
import { trailProblem } from "../platform/audit/verify.ts";
import { accounts } from "../platform/auth/table.ts";
import { listOf } from "../platform/csv/file.ts";
import { readSheets } from "../platform/csv/sheets.ts";
import { openBuilding } from "../platform/installation/database.ts";
import { newcomer, openServer } from "../testing.ts";
import { messyFile } from "./messyFile.ts";
import { contents } from "./samples.ts";

const heading = "Name,Surname,Email,Cell,ID number";
/** Enough rows that the server answers other requests before the import ends. */
const many = (first = "") =>
  `${heading}\n${first}${Array.from({ length: 200 }, (_, n) => `New,Person,p${n}@example.co.za,082 123 4567,1\n`).join("")}`;
const nomsa = "Nomsa,Newcomer,nomsa@example.co.za,082 123 4567,8001015009087\n";
const unitList = (rows: number) =>
  `Unit,PQ\n${Array.from({ length: rows }, (_, n) => `Unit ${n},0.01\n`).join("")}`;

/** A building on the disk, a list to import into it, and what other people do meanwhile. */
async function open(kind: Kind, text: string) {
  const server = await openServer({ onDisk: true });
  const { db, people } = server;
  const { now } = server.services;
  const by = { accountId: people.anna.id, origin: "test" };
  const read = async (list: string) => listOf(await readSheets(Buffer.from(list), 5_002), 5_000);
  const file = await read(text);
  return {
    ...server,
    by,
    now,
    read,
    check: () => checkImport(db, kind, file, now().today),
    run: (requestKey?: string, given = file) =>
      runImport(db, { ...by, requestKey }, kind, given, now),
    signUp: (where: Db, name: string, more = {}) => {
      const { password: _, ...person } = newcomer(name);
      return addPerson(where, by, { ...person, ...more }, null, now());
    },
    problem: () => trailProblem(db.$client),
  };
}

test.each(["residents", "units"] as const)(
  "others are answered while 5 000 %s are looked at and while they are imported",
  async (kind) => {
    const text = kind === "units" ? unitList(5_000) : messyFile({ rows: 5_000 }).text;
    const { check, run, rest, problem } = await open(kind, text);
    const order: string[] = [];
    const ask = rest("thandi");
    for (const [name, work] of Object.entries({ check, run })) {
      const done = work().then((answer) => {
        order.push(name);
        return answer;
      });
      expect(await ask("GET /api/auth/session")).toMatchObject({ status: 200 });
      order.push("somebody else");
      expect(await done).toMatchObject({ counts: { add: 5_000, refused: 0 } });
    }
    expect(order).toEqual(["somebody else", "check", "somebody else", "run"]);
    expect(problem()).toBeNull();
  },
);

test("somebody signed up under an email of the list before it is written: all of it is refused", async () => {
  const { run, signUp, db, problem } = await open("residents", many(nomsa));
  const running = run();
  signUp(db, "other", { email: "nomsa@example.co.za" });
  const before = contents(db);
  await expect(running).rejects.toThrow("1 row is refused, so nothing was imported");
  expect(contents(db)).toBe(before);
  expect(problem()).toBeNull();
});

test("the same person signed up meanwhile is left as they are, and the others come in", async () => {
  const { run, signUp, db } = await open("residents", many(nomsa));
  const running = run();
  const id = signUp(db, "Nomsa");
  expect(await running).toMatchObject({ counts: { add: 200, unchanged: 1 } });
  expect(
    db.select().from(accounts).where(eq(accounts.emailKey, "nomsa@example.co.za")).all(),
  ).toMatchObject([{ id }]);
});

test("a username taken meanwhile is not given again, also by another program", async () => {
  const { run, signUp, db, services, problem } = await open("residents", many(nomsa));
  const other = openBuilding(services.config.database);
  const running = run();
  signUp(other, "other", { username: "nomsa.newcomer" });
  other.$client.close();
  expect(await running).toMatchObject({ counts: { add: 201 } });
  const found = db
    .select()
    .from(accounts)
    .where(eq(accounts.emailKey, "nomsa@example.co.za"))
    .get();
  expect(found).toMatchObject({ usernameKey: "nomsa.newcomer2" });
  expect(problem()).toBeNull();
});

test.each([
  ["removed", "Please sign in first.", removePerson],
  ["made a resident", "Your account is not allowed to do this.", changeRole],
] as const)("who is %s meanwhile imports nothing any more", async (_, words, happens) => {
  const { run, db, people, now, problem } = await open("residents", many());
  const running = run();
  const bongani = { accountId: people.bongani.id, origin: "test" };
  happens(db, bongani, { id: people.anna.id, newRole: "Resident" }, now());
  const before = contents(db);
  await expect(running).rejects.toThrow(words);
  expect(contents(db)).toBe(before);
  expect(problem()).toBeNull();
});

test("a unit that was changed meanwhile is changed from what it is then", async () => {
  const { run, db, by, now, problem } = await open("units", unitList(200));
  const unitId = addUnit(db, by, { label: "Unit 7" }, now());
  const running = run();
  updateUnit(db, by, { unitId, label: "Unit 7", sectionNumber: "9" }, now());
  expect(await running).toMatchObject({ counts: { add: 199, update: 1 } });
  expect(unitById(db, unitId, now().today)).toMatchObject({
    sectionNumber: "9",
    participationQuota: 100,
  });
  const noted = db.select().from(auditEvents).where(eq(auditEvents.subjectId, unitId)).all();
  expect(noted.at(-1)).toMatchObject({
    before: { label: "Unit 7", sectionNumber: "9", participationQuota: null },
    after: { label: "Unit 7", sectionNumber: "9", participationQuota: 100 },
  });
  expect(problem()).toBeNull();
});

/** Repeats an action on each turn of the event loop until the import ends; returns the turns. */
async function meanwhile(running: Promise<unknown>, act: (turn: number) => void) {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  running.then(over, over);
  let turns = 0;
  while (!isOver) {
    turns += 1;
    act(turns);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return turns;
}

test("what has nothing to do with it goes on being noted, and nothing of the trail is lost", async () => {
  const { run, db, by, now, problem } = await open("residents", many());
  const running = run();
  const before = db.select().from(auditEvents).all().length;
  const noted = await meanwhile(running, () =>
    recordChange(db, by, now().at, { action: "building.update", subjectId: "building" }),
  );
  expect(await running).toMatchObject({ counts: { add: 200 } });
  expect(noted).toBeGreaterThan(5);
  expect(db.select().from(auditEvents).all()).toHaveLength(before + noted + 201);
  expect(problem()).toBeNull();
});

test("a change that is taken back again is no part of the plan", async () => {
  const { run, signUp, db, problem } = await open("residents", many(nomsa));
  const running = run();
  expect(() =>
    write(db, () => {
      signUp(db, "other", { email: "nomsa@example.co.za" });
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(await running).toMatchObject({ counts: { add: 201 } });
  expect(problem()).toBeNull();
});

test("a list is imported also while somebody signs up again and again", async () => {
  const { run, signUp, db, problem } = await open("residents", many(nomsa));
  const running = run();
  const signedUp = await meanwhile(running, (turn) => signUp(db, `other${turn}`));
  expect(await running).toMatchObject({ counts: { add: 201 } });
  expect(signedUp).toBeGreaterThan(5);
  expect(db.select().from(accounts).all()).toHaveLength(6 + 201 + signedUp);
  expect(problem()).toBeNull();
});

test("the same import twice at a time under one key is one, and another under it is refused", async () => {
  const { run, read, db, problem } = await open("residents", many());
  const other = await read(many(nomsa));
  const [first, second, third] = await Promise.allSettled([
    ...[run("tap-tap"), run("tap-tap"), run("tap-tap", other)],
  ]);
  expect(first).toMatchObject({ status: "fulfilled", value: { counts: { add: 200 } } });
  expect(second).toEqual(first);
  expect(third).toMatchObject({ reason: { code: "request.key_reused" } });
  expect(db.select().from(accounts).all()).toHaveLength(206);
  expect(await run("tap-tap")).toEqual(first?.status === "fulfilled" && first.value);
  // A repeated call gets its response before the file is checked.
  await expect(run("tap-tap", await read("A,B\n1,2\n"))).rejects.toThrow("already used");
  expect(problem()).toBeNull();
});

test("the same list twice at a time without a key comes in once, and the second finds everybody there", async () => {
  const { run, db } = await open("residents", many());
  const [first, second] = await Promise.all([run(), run()]);
  expect([first.counts, second.counts]).toMatchObject([{ add: 200 }, { add: 0, unchanged: 200 }]);
  expect(db.select().from(accounts).all()).toHaveLength(206);
});
