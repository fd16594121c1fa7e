import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { declared } from "../../api/declared.ts";
import { lateRent, pietersThings } from "../../contract/samples.ts";
import { newId } from "../../database/columns.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import { accounts } from "../../platform/auth/table.ts";
import { testTime } from "../../platform/clock/testing.ts";
import { handClock, openHouse, openServer } from "../../testing.ts";
import { problemInWords } from "./service.ts";

const fineFor = (residentId: string) => ({ ...lateRent, residentId });

test("an admin reads the trail: who, when, what, from what to what, about whom, from where", async () => {
  const { as, people } = openHouse();
  const { id: fineId, reference } = await as("anna").admin.fines.issue(fineFor(people.thandi.id));
  await as("bongani").admin.fines.setStatus({ fineId, status: "Paid" });
  await as("anna").admin.people.changeRole({ id: people.sipho.id, newRole: "Cleaning" });
  const { rows } = await as("anna").admin.audit.entries({ limit: 3 });
  expect(rows).toMatchObject([
    {
      who: "anna Smit",
      action: "people.change_role",
      about: "sipho Dube",
      origin: "test",
      changes: [{ field: "maintenanceType", before: "Electricity", after: "Cleaning" }],
    },
    {
      who: "bongani Zulu",
      action: "fines.set_status",
      about: `${reference}, thandi Mokoena`,
      changes: [{ field: "status", before: "Unpaid", after: "Paid" }],
    },
    {
      action: "fines.issue",
      erased: false,
      changes: expect.arrayContaining([
        { field: "residentId", before: null, after: people.thandi.id },
        { field: "amountCents", before: null, after: "45000" },
      ]),
      names: { [people.thandi.id]: "thandi Mokoena" },
    },
  ]);
  const one = await as("anna").admin.audit.entry({ entry: Number(rows[1]?.id) });
  expect(one).toMatchObject({ ...rows[1], hash: expect.stringMatching(/^[\da-f]{64}$/) });
  await expect(as("anna").admin.audit.entry({ entry: 10_000 })).rejects.toThrow(
    "This entry could not be found",
  );
});

test("a list in an entry is told by the names of what is in it, without marks of a program", async () => {
  const { as, db } = openHouse();
  const list = (...labels: string[]) => ({
    contacts: labels.map((label) => ({ label, number: "082 444 1018" })),
  });
  const change = { before: list("Caretaker"), after: list("Caretaker", "Guard") };
  const what = { action: "building.update", subjectId: "building", ...change };
  recordChange(db, { accountId: null, origin: "test" }, testTime, what);
  const { rows } = await as("anna").admin.audit.entries({ limit: 1 });
  expect(rows[0]?.changes).toEqual([
    { field: "contacts.label", before: "Caretaker", after: "Caretaker, Guard" },
    { field: "contacts.number", before: "082 444 1018", after: "082 444 1018, 082 444 1018" },
  ]);
});

test("things have the names that people use, as they are now", async () => {
  const house = openHouse();
  const { as } = house;
  const { requestId, visitId, fineId, proofId, unitId } = await pietersThings(house);
  const { id: noticeId } = await as("anna").admin.announcements.post({
    message: `Water is off on Tuesday. ${"Fill a bucket. ".repeat(9)}`,
  });
  await as("anna").admin.units.update({ unitId, label: "Unit 9A" });
  const entriesOf = async (about: string) => (await as("anna").admin.audit.entries({ about })).rows;
  const called = async (about: string) => (await entriesOf(about)).map((row) => row.about);
  expect(await called(requestId)).toEqual(["Electricity, 4"]);
  expect(await called(visitId)).toEqual(["Jan Botha, visiting pieter van Wyk"]);
  expect(await called(noticeId)).toEqual([
    "Water is off on Tuesday. Fill a bucket. Fill a bucket. Fill a bucket. Fill a bu…",
  ]);
  expect(new Set(await called(unitId))).toEqual(new Set(["Unit 9A"]));
  const [proof] = await entriesOf(proofId);
  expect(proof?.about).toBe("x.pdf");
  expect(proof?.names[fineId]).toMatch(/^F-\w{6}, pieter van Wyk$/);
});

test("what is no thing with a name of its own has a word, or is nothing", async () => {
  const { as, db, people } = openHouse();
  const bankDetails = { bank: "Absa", accountHolder: "Us", accountNumber: "1", branchCode: "2" };
  await as("anna").admin.building.update({ bankDetails });
  await as("anna").admin.building.update({ bankDetails: { ...bankDetails, bank: "Nedbank" } });
  const gone = newId();
  recordChange(db, { accountId: people.anna.id, origin: "test" }, testTime, {
    action: "imports.run",
    subjectId: gone,
    after: { kind: "units", lines: [1, 2] },
  });
  const { rows } = await as("anna").admin.audit.entries({ limit: 2 });
  expect(rows).toMatchObject([
    {
      about: null,
      subjectId: gone,
      names: {},
      changes: [{ field: "kind" }, { field: "lines", before: null, after: "1, 2" }],
    },
    {
      about: "The building",
      changes: [{ field: "bankDetails.bank", before: "Absa", after: "Nedbank" }],
    },
  ]);
});

test("what a person never did is found out without going through all they did", async () => {
  const { as, db, people } = openHouse();
  const queries: string[] = [];
  const prepare = db.$client.prepare.bind(db.$client);
  db.$client.prepare = ((query: string) => {
    queries.push(query);
    return prepare(query);
  }) as typeof db.$client.prepare;
  await as("anna").admin.audit.entries({ who: people.thandi.id, action: "units.add" });
  const query = queries.find((each) => each.includes("UNION")) ?? "";
  const plan = prepare<[], { detail: string }>(
    `EXPLAIN QUERY PLAN ${query.replaceAll("?", "''")}`,
  ).all();
  const steps = plan.map(({ detail }) => detail).join("\n");
  expect(steps).toContain("audit_actor_action (actor_id=? AND action=? AND seq<?)");
  expect(steps).toContain("audit_subject_action (subject_id=? AND action=? AND seq<?)");
  expect(steps).not.toContain("SCAN audit_events");
});

test("it is narrowed by person, deed, thing and day, and paged without a gap", async () => {
  const { clock, pass } = handClock("2026-11-20T21:50:00.000Z");
  const { as, people } = openHouse({ clock });
  const trail = as("anna").admin.audit.entries;
  const ids = async (filter: Parameters<typeof trail>[0]) =>
    (await trail(filter)).rows.map(({ id, action }) => [Number(id), action]);
  await as("thandi").resident.profile.update({ cellPhone: "082 000 1111" });
  const unit = await as("anna").admin.units.add({ label: "Unit 9" });
  // This is still the same day in UTC, and the next day in the building.
  pass({ minutes: 20 });
  await as("anna").admin.units.remove({ unitId: unit.id });

  expect(await ids({ who: people.thandi.id })).toEqual([
    [7, "profile.update"],
    [3, "people.add"],
  ]);
  expect(await ids({ action: "units.add" })).toEqual([[8, "units.add"]]);
  expect(await ids({ about: unit.id })).toEqual([
    [9, "units.remove"],
    [8, "units.add"],
  ]);
  expect(await ids({ day: "2026-11-21" })).toEqual([[9, "units.remove"]]);
  expect(await ids({ day: "2026-11-20", action: "units.remove" })).toEqual([]);
  expect(await ids({ day: "2026-11-19" })).toEqual([]);

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = await trail({ limit: 2, ...(cursor && { cursor }) });
    seen.push(...rows.map(({ id }) => id));
    cursor = nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(["9", "8", "7", "6", "5", "4", "3", "2", "1"]);
  expect(await trail({ cursor: "x'; --" })).toMatchObject({ rows: [] });
  // The page knows how long it is, and whom it may be about, removed people too.
  await as("anna").admin.people.remove({ id: people.pieter.id });
  expect(await as("anna").admin.audit.about()).toMatchObject({
    head: { seq: 10 },
    people: expect.arrayContaining([{ id: people.pieter.id, name: "pieter van Wyk" }]),
  });
});

test("narrowed by a person, it has what was done by and about entries merged into theirs", async () => {
  const house = openHouse();
  const { as, people, db } = house;
  const { admin } = as("anna");
  // Pieter's own entry is the one that goes, so that it also did something.
  await as("pieter").resident.profile.update({ cellPhone: "082 000 1111" });
  const left = eq(accounts.id, people.pieter.id);
  db.update(accounts).set({ removedAt: testTime }).where(left).run();
  const { id: staysId } = await admin.people.add({ name: "P.", surname: "van Wyk" });
  const seen = async (who: string) =>
    (await admin.audit.entries({ who })).rows.map(({ action }) => action);
  expect(await seen(staysId)).toEqual(["people.add"]);
  const theirs = await seen(people.pieter.id);
  await admin.merges.merge({ staysId, goesId: people.pieter.id });
  expect(await seen(staysId)).toEqual([
    ...["merges.merge", "merges.merge", "people.add"],
    ...theirs,
  ]);
  expect(theirs).toContain("profile.update");
  // One page after the other has them all too.
  const { rows, nextCursor } = await admin.audit.entries({ who: staysId, limit: 2 });
  const rest = await admin.audit.entries({ who: staysId, cursor: nextCursor ?? "" });
  expect([...rows, ...rest.rows].map(({ action }) => action)).toEqual(await seen(staysId));
  expect(await seen(people.thandi.id)).not.toContain("merges.merge");
});

test("an entry says which device it came from, and no more of it than tells devices apart", async () => {
  const { rest, as } = await openServer();
  const firefox = "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0";
  const post = (agent: string) =>
    rest("anna")(
      "POST /api/property/admin/announcements",
      { message: `Hello from ${agent}` },
      { "user-agent": agent },
    );
  for (const agent of [firefox, "curl/8.5.0", "\u00ff<script>"]) await post(agent);
  const { rows } = await as("anna").admin.audit.entries({ limit: 3 });
  expect(rows.map(({ device, origin }) => [device, origin])).toEqual([
    [null, "127.0.0.1"],
    ["curl", "127.0.0.1"],
    ["Firefox on Android", "127.0.0.1"],
  ]);
});

test.each([
  [
    "Entry 12 of the audit trail (units.add, 2026-12-03T22:30:00.000Z) was changed: what it says is not what Stoep wrote.",
    "Entry 12 of the audit trail (added a unit, 4 December 2026 at 00:30) was changed: what it says is not what Stoep wrote.",
  ],
  [
    "The backup of yesterday noted 9 entries of the audit trail at 2026-12-03T04:05:06.789Z, and now there are fewer: the last ones were removed.",
    "The backup of yesterday noted 9 entries of the audit trail at 3 December 2026 at 06:05, and now there are fewer: the last ones were removed.",
  ],
  // Anybody who changed the database file may have written anything there.
  [
    "An entry of the audit trail (units.blow_up, 2026-99-99T04:05:06.789Z) has no place in the chain.",
    "An entry of the audit trail (units.blow_up, 2026-99-99T04:05:06.789Z) has no place in the chain.",
  ],
])("what is wrong with the trail is told in words", (problem, expected) => {
  const { config } = openHouse();
  expect(problemInWords(problem, { declared, config })).toBe(expected);
});
