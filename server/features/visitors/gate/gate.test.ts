import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { dayVisit, inDays } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { accounts } from "../../../platform/auth/table.ts";
import { handClock, openServer } from "../../../testing.ts";
import { expectedVisits } from "../expected/table.ts";
import { redactVisits } from "../redaction.ts";
import { visits } from "../table.ts";
import { assumeOut } from "./service.ts";

const byItself = { accountId: null, origin: "job" };
const announced = "/api/property/resident/visits/expected";
const gate = "/api/property/staff/gate";
const jan = { visitorName: "Jan Botha", from: inDays(0), until: inDays(0), vehicle: "nd 123-456" };

type Server = Awaited<ReturnType<typeof openServer>>;
type Call = ReturnType<Server["rest"]>;

/** A building whose Lerato is at the gate. */
async function openGate(env = {}) {
  const { clock, pass } = handClock();
  const server = await openServer({ clock, env });
  const { db, people, rest } = server;
  const trade = { maintenanceType: "Security" };
  db.update(accounts).set(trade).where(eq(accounts.id, people.lerato.id)).run();
  const announce = async (visit: object = jan, who: "thandi" | "pieter" = "thandi") => {
    const { status, body } = await rest(who)(`POST ${announced}`, visit);
    expect(status).toBe(201);
    return body as { id: string; code: string };
  };
  const statuses = async () =>
    (await rest("thandi")(`GET ${announced}`)).body.map(({ status }: { status: string }) => status);
  const { timeZone } = server.services.config;
  return { ...server, pass, timeZone, announce, statuses, lerato: rest("lerato") };
}

const admit = (guard: Call, code: string, plate?: string) =>
  guard(`POST ${gate}/admit`, { code, plate });

test("a code lets its visitor in once; the resident and the gate see them until they leave", async () => {
  const { announce, lerato, rest, statuses } = await openGate();
  const { id, code } = await announce();
  expect(code).toMatch(/^\d{6}$/);
  expect((await rest("thandi")(`GET ${announced}`)).body).toEqual([
    {
      id,
      code,
      from: inDays(0),
      until: inDays(0),
      visitorName: "Jan Botha",
      status: "expected",
    },
  ]);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  expect(await admit(lerato, spaced, "nd 123 456")).toMatchObject({
    status: 200,
    body: { id, visitorName: "Jan Botha", unit: "Unit 3", until: inDays(0) },
  });
  expect(await admit(lerato, code)).toMatchObject({ status: 409, body: { code: "gate.used" } });
  const since = expect.stringMatching(/^2026-11-20T/);
  const inside = [{ id, visitorName: "Jan Botha", unit: "Unit 3", since, plate: "ND123456" }];
  expect((await lerato(`GET ${gate}/inside`)).body).toEqual(inside);
  expect(await statuses()).toEqual(["in"]);
  const present = await rest("thandi")("GET /api/property/resident/allvistors");
  expect(present.body).toMatchObject([{ id, visitorName: "Jan Botha", roomNumber: "Unit 3" }]);
  expect(await lerato(`POST ${gate}/release`, { id })).toMatchObject({ status: 200 });
  expect((await lerato(`GET ${gate}/inside`)).body).toEqual([]);
  expect(await statuses()).toEqual(["out"]);
  expect(await admit(lerato, code)).toMatchObject({ status: 409 });
});

test("a regular pass lets in again and again, on its weekdays and between its hours", async () => {
  const { announce, as, lerato, pass, statuses, db } = await openGate();
  // The tests begin on a Friday at 11:26.
  const cleaner = { visitorName: "Maria Dube", from: inDays(0), until: inDays(300) };
  const { id, code } = await announce({
    ...cleaner,
    weekdays: [5, 1],
    fromTime: "07:00",
    untilTime: "13:00",
  });
  const { now, release, undoRelease } = as("anna").gate.visits;
  expect((await now()).expected).toMatchObject([
    { id, pass: { weekdays: [1, 5], fromTime: "07:00", untilTime: "13:00" } },
  ]);
  const first = await admit(lerato, code);
  expect(first).toMatchObject({ status: 200, body: { unit: "Unit 3", until: inDays(0) } });
  expect(first.body.id).not.toBe(id);
  expect(await admit(lerato, code)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("inside already") },
  });
  expect(await statuses()).toEqual(["in"]);
  // One guard signs them out, another lets them in again, and the first takes the sign-out back.
  await release({ visitId: first.body.id });
  const again = await admit(lerato, code);
  await expect(undoRelease({ visitId: first.body.id })).rejects.toThrow("inside already");
  expect(await now()).toMatchObject({ expected: [], inside: [{ overdue: false }] });
  pass({ minutes: 120 });
  expect(await now()).toMatchObject({ expected: [], inside: [{ overdue: true }] });
  await lerato(`POST ${gate}/release`, { id: again.body.id });
  expect(await statuses()).toEqual(["expected"]);
  expect(await admit(lerato, code)).toMatchObject({
    status: 425,
    body: { message: "This pass is not for now. It is for Monday, Friday, 07:00 to 13:00." },
  });
  pass({ days: 1 });
  expect(await admit(lerato, code)).toMatchObject({ status: 425 });
  expect((await now()).expected).toEqual([]);
  pass({ days: 2, minutes: -120 });
  expect((await now()).expected).toMatchObject([{ id }]);
  expect((await admit(lerato, code)).status).toBe(200);
  expect(db.select().from(visits).all()).toHaveLength(3);
});

test("a regular pass of no day, of no hour or for too long is refused", async () => {
  const { rest } = await openGate();
  const thandi = rest("thandi");
  const refusals = {
    "visitors.pass_days": { until: inDays(367) },
    "visitors.hours": { fromTime: "17:00", untilTime: "07:00" },
    "visitors.whole_days": { from: `${inDays(0)}T12:00:00Z` },
    // From Friday to Sunday.
    "visitors.pass_weekdays": { until: inDays(2), weekdays: [1, 2, 4] },
    "request.invalid": { weekdays: [] },
  };
  for (const [code, wrong] of Object.entries(refusals))
    expect(
      await thandi(`POST ${announced}`, { ...jan, weekdays: [1], ...wrong }),
      code,
    ).toMatchObject({ status: 400, body: { code } });
  const past = { ...jan, weekdays: [1], from: inDays(-1) };
  expect(await thandi(`POST ${announced}`, past)).toMatchObject({
    body: { code: "visitors.pass_days", field: "from" },
  });
  const untilMonday = { ...jan, until: inDays(3), weekdays: [1] };
  expect(await thandi(`POST ${announced}`, untilMonday)).toMatchObject({ status: 201 });
  for (const wrong of [{ weekdays: [8] }, { fromTime: "25:00" }, { fromTime: "noon" }])
    expect(await thandi(`POST ${announced}`, { ...jan, weekdays: [1], ...wrong })).toMatchObject({
      status: 400,
    });
});

test("whoever is expected is listed, however many have a pass for that day or another", async () => {
  const { announce, as, db } = await openGate();
  const { id } = await announce();
  const one = db.select().from(expectedVisits).get();
  if (!one) throw new Error("Nobody is announced.");
  // Friday is today.
  const passes = Array.from({ length: 2_002 }, (_, count) => ({
    ...one,
    id: `${count}`,
    code: null,
    weekdays: count % 2 ? "5" : "6",
    fromTime: "07:00",
    untilTime: "17:00",
  }));
  db.insert(expectedVisits).values(passes).run();
  const { expected } = await as("anna").gate.visits.now();
  expect(expected).toHaveLength(1_002);
  expect(expected.map((row) => row.id)).toContain(id);
});

test("a guard lets more people in than anybody else may create in a day", async () => {
  const { announce, lerato } = await openGate({ CREATIONS_PER_DAY: "1" });
  for (const who of ["thandi", "pieter"] as const)
    expect(await admit(lerato, (await announce(jan, who)).code)).toMatchObject({ status: 200 });
});

test("two gates at one instant let one visitor in once", async () => {
  const { announce, lerato, rest, db } = await openGate();
  const { code } = await announce();
  const guards = [lerato, rest("anna"), rest("lerato"), rest("bongani")];
  const answers = await Promise.all(guards.map((guard) => admit(guard, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(db.select().from(visits).all()).toHaveLength(1);
});

test("a code is not good before its day, after it, and once it was taken back", async () => {
  const { announce, lerato, pass, rest, statuses } = await openGate();
  const today = await announce();
  const later = await announce({ ...jan, from: inDays(2), until: inDays(3) });
  const hour = { from: "2026-11-20T12:00:00+02:00", until: "2026-11-20T10:30:00Z" };
  const brief = await announce({ ...jan, ...hour });
  expect((await rest("thandi")(`GET ${announced}`)).body).toContainEqual(
    expect.objectContaining({
      from: "2026-11-20T10:00:00.000Z",
      until: hour.until.replace("Z", ".000Z"),
    }),
  );
  const soon = { status: 425, body: { code: "gate.not_yet" } };
  expect(await admit(lerato, later.code)).toMatchObject(soon);
  expect(await admit(lerato, brief.code)).toMatchObject(soon);
  pass({ minutes: 40 });
  expect(await admit(lerato, brief.code)).toMatchObject({ status: 200 });
  const takeBack = (who: "thandi" | "pieter") => rest(who)(`DELETE ${announced}/${later.id}`);
  expect(await takeBack("pieter")).toMatchObject({ status: 404 });
  for (const _ of "12") expect(await takeBack("thandi")).toMatchObject({ status: 200 });
  pass({ days: 2 });
  const over = { status: 410, body: { code: "gate.over" } };
  expect(await admit(lerato, later.code)).toMatchObject(over);
  expect(await admit(lerato, today.code)).toMatchObject(over);
  expect(await statuses()).toEqual(["withdrawn", "expired", "in"]);
});

test("nobody is announced for the past, for months ahead, or to leave before they come", async () => {
  const { rest, announce } = await openGate();
  const refused = async (visit: object) => {
    const { status, body } = await rest("thandi")(`POST ${announced}`, { ...jan, ...visit });
    return [status, body.code, body.field];
  };
  expect(await refused({ from: inDays(-1) })).toEqual([400, "visitors.days", "from"]);
  expect(await refused({ until: inDays(91) })).toEqual([400, "visitors.days", "until"]);
  expect(await refused({ from: inDays(2), until: inDays(1) })).toEqual([
    ...[400, "visitors.ends_first", "until"],
  ]);
  const passed = { from: "2026-11-20T06:00:00Z", until: "2026-11-20T07:00:00Z" };
  expect(await refused(passed)).toEqual([400, "visitors.days", "until"]);
  for (const day of ["tomorrow", "2026-02-30", "", null])
    expect((await refused({ from: day })).slice(0, 2)).toEqual([400, "request.invalid"]);
  const { code } = await announce({ from: inDays(0), until: inDays(90), visitorName: "" });
  expect(code).toMatch(/^\d{6}$/);
});

test("a unit announces fifty visitors for a day, whoever of it does", async () => {
  const { announce, as, people, rest } = await openGate();
  const { id: unitId } = await as("anna").admin.units.add({ label: "Unit 30" });
  for (const name of ["thandi", "pieter"] as const)
    await as("anna").admin.parties.add({
      unitId,
      personId: people[name].id,
      role: "tenant",
      since: inDays(-9),
    });
  const days = { from: inDays(1), until: inDays(3) };
  for (let count = 0; count < 50; count++)
    await announce({ ...days, from: inDays(3) }, count % 2 ? "thandi" : "pieter");
  const answer = await rest("thandi")(`POST ${announced}`, days);
  expect(answer).toMatchObject({ status: 409, body: { code: "visitors.many_that_day" } });
  await announce({ ...days, until: inDays(2) });
});

test("whoever guesses codes has to wait; codes that were good once do not count", async () => {
  const { announce, lerato, pass, rest } = await openGate();
  const used = await announce();
  await admit(lerato, used.code);
  const { code } = await announce();
  const taken = new Set([used.code, code]);
  const wrong = ["000000", "111111", "222222"].find((each) => !taken.has(each)) ?? "";
  const tries = async (guard: Call, times: number) => {
    for (let count = 0; count < times; count++)
      expect((await admit(guard, wrong)).status).toBe(404);
  };
  for (let count = 0; count < 25; count++) await admit(lerato, used.code);
  await tries(lerato, 20);
  const slowed = { status: 429, body: { code: "gate.too_many" } };
  expect(await admit(lerato, code)).toMatchObject(slowed);
  await tries(rest("anna"), 20);
  await tries(rest("bongani"), 20);
  // Sixty of all: also who has tried none waits.
  const other = rest("anna");
  pass({ minutes: 9 });
  expect(await admit(other, code)).toMatchObject(slowed);
  pass({ minutes: 1 });
  expect(await admit(lerato, code)).toMatchObject({ status: 200 });
});

test("only staff of the trade Security and admins are at the gate, and hear of visits", async () => {
  const { announce, as, rest, lerato } = await openGate();
  const { id, code } = await announce();
  for (const who of ["sipho", "thandi"] as const) {
    expect(await admit(rest(who), code)).toMatchObject({ status: 403 });
    expect(await rest(who)(`POST ${gate}/release`, { id })).toMatchObject({ status: 403 });
    expect(await rest(who)(`GET ${gate}/inside`)).toMatchObject({ status: 403 });
    await expect(as(who).gate.visits.now()).rejects.toThrow();
  }
  expect(await admit(rest(), code)).toMatchObject({ status: 401 });
  expect(await rest("anna")(`GET ${gate}/inside`)).toMatchObject({ status: 200 });
  expect(await admit(lerato, "12a456")).toMatchObject({ status: 400, body: { field: "code" } });
});

test("a visitor without a code is let in from the list of the day, which has no codes", async () => {
  const { announce, as, pass } = await openGate();
  const { id, code } = await announce();
  await announce({ ...jan, from: inDays(1), until: inDays(1) });
  const gate = as("anna").gate.visits;
  const { expected } = await gate.now();
  expect(expected).toEqual([
    {
      id,
      visitorName: "Jan Botha",
      pass: null,
      vehicle: "ND123456",
      from: inDays(0),
      until: inDays(0),
      residentName: "thandi Mokoena",
      unit: "Unit 3",
    },
  ]);
  expect(JSON.stringify(await gate.now())).not.toContain(code);
  await gate.admitExpected({ expectedId: id });
  expect(await gate.now()).toMatchObject({ expected: [], inside: [{ id, overdue: false }] });
  await gate.undoAdmission({ visitId: id });
  expect(await gate.now()).toMatchObject({ expected: [{ id }], inside: [] });
  expect(await gate.admit({ code, plate: "" })).toMatchObject({ id });
  // The number plate is the announced one, unless the guard sees another.
  expect(await gate.now()).toMatchObject({ inside: [{ id, plate: "ND123456" }] });
  pass({ minutes: 1 });
  await expect(gate.undoAdmission({ visitId: id })).rejects.toThrow("too long ago");
  await gate.release({ visitId: id });
  await gate.undoRelease({ visitId: id });
  pass({ days: 1 });
  expect((await gate.now()).inside).toMatchObject([{ id, overdue: true }]);
});

test("a visitor who was signed in for a later day is expected on that day, and comes in by the list", async () => {
  const { as, db, pass, lerato } = await openGate();
  const { visitors } = as("thandi").resident;
  const gate = as("anna").gate.visits;
  const { id } = await visitors.signIn({ ...dayVisit, startDate: inDays(1) });
  const lists = async () => {
    const { expected, inside } = await gate.now();
    return [expected, inside].map((rows) => rows.map((row) => row.id));
  };
  expect(await lists()).toEqual([[], []]);
  await expect(gate.admitExpected({ expectedId: id })).rejects.toThrow("could not be found");
  expect(await gate.paper()).toMatch(/Unit 3 +Jan Botha/);
  // Who has not come cannot leave.
  await expect(gate.release({ visitId: id })).rejects.toThrow("could not be found");
  pass({ days: 1 });
  expect(await lists()).toEqual([[id], []]);
  const at = { plate: "nd 1 2 3" };
  expect(await gate.admitExpected({ expectedId: id, ...at })).toEqual({
    id,
    visitorName: "Jan Botha",
    unit: "Unit 3",
    until: inDays(1),
  });
  expect(await lists()).toEqual([[], [id]]);
  expect(await lerato("GET /api/property/staff/gate/inside")).toMatchObject({
    body: [{ id, since: "2026-11-21T09:26:24.123Z", plate: "ND123" }],
  });
  await expect(gate.admitExpected({ expectedId: id })).rejects.toThrow("came in already");
  await gate.undoAdmission({ visitId: id });
  expect(await lists()).toEqual([[id], []]);
  // Nobody saw them come at the gate, but their resident.
  await expect(as("pieter").resident.visitors.arrive({ visitId: id })).rejects.toThrow(
    "could not be found",
  );
  for (const _ of "12") await visitors.arrive({ visitId: id });
  // Without the car that the guard let in.
  expect(await gate.now()).toMatchObject({ expected: [], inside: [{ id, plate: "" }] });
  const actions = db.select().from(auditEvents).all();
  expect(actions.filter(({ action }) => action === "visitors.arrive")).toHaveLength(2);
});

test("who was signed in for a later day and did not come is in no list the day after", async () => {
  const { as, db, pass, services, timeZone } = await openGate();
  const { visitors } = as("thandi").resident;
  const { id } = await visitors.signIn({ ...dayVisit, startDate: inDays(1) });
  pass({ days: 2 });
  const needs = await as("anna").admin.dashboard.needs();
  expect(needs.map(({ kind }) => kind)).not.toContain("visitors");
  expect(assumeOut(db, byItself, services.now(), timeZone)).toBe(1);
  expect(await as("anna").gate.visits.now()).toMatchObject({
    expected: [],
    inside: [],
    assumedOut: [],
  });
  expect((await visitors.present({})).rows).toEqual([]);
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "visitors.not_come",
    subjectId: id,
  });
});

test("the gate knows when its lists change by time alone", async () => {
  const { announce, as, pass } = await openGate();
  const { now } = as("anna").gate.visits;
  const inMinutes = async () => (await now()).changesInMs / 60_000;
  const untilMidnight = await inMinutes();
  // It is 11:26 in Johannesburg.
  expect(Math.ceil(untilMidnight)).toBe(24 * 60 - 11 * 60 - 26);
  await announce();
  expect(await inMinutes()).toBe(untilMidnight);
  const hours = { from: "2026-11-20T08:00:00Z", until: "2026-11-20T11:00:00Z" };
  const { code } = await announce({ ...jan, ...hours });
  const regularly = { weekdays: [5], fromTime: "07:00", untilTime: "12:30" };
  const { code: passCode } = await announce({ ...jan, ...regularly });
  const untilHalfPastTwelve = untilMidnight - 11.5 * 60;
  expect(await inMinutes()).toBeCloseTo(untilHalfPastTwelve);
  // Whoever came is overdue at that time.
  for (const each of [code, passCode]) await as("anna").gate.visits.admit({ code: each });
  expect(await inMinutes()).toBeCloseTo(untilHalfPastTwelve);
  pass({ minutes: untilHalfPastTwelve });
  expect((await now()).inside.map(({ overdue }) => overdue).sort()).toEqual([false, true]);
  expect(await inMinutes()).toBeCloseTo(30);
  pass({ minutes: 30 });
  expect((await now()).inside.map(({ overdue }) => overdue)).toEqual([true, true]);
  expect(await inMinutes()).toBeCloseTo(11 * 60);
});

test("somebody who moved out lets nobody in", async () => {
  const { announce, as, people, lerato, rest, statuses } = await openGate();
  const { code } = await announce();
  const { visitors } = as("thandi").resident;
  const { id: visitId } = await visitors.signIn({ ...dayVisit, startDate: inDays(1) });
  const { id: unitId } = await as("anna").admin.units.add({ label: "Unit 30" });
  const personId = people.thandi.id;
  const since = inDays(-90);
  await as("anna").admin.parties.add({
    unitId,
    personId,
    role: "tenant",
    since,
    until: inDays(-1),
  });
  expect(await admit(lerato, code)).toMatchObject({ status: 410 });
  expect(await statuses()).toEqual(["expired"]);
  expect(await rest("thandi")(`POST ${announced}`, jan)).toMatchObject({
    status: 403,
    body: { code: "visitors.lives_elsewhere" },
  });
  await expect(visitors.arrive({ visitId })).rejects.toThrow("do not live in this building");
});

test("the gate's list for tomorrow is by who lives there tomorrow", async () => {
  const { announce, as, people, statuses } = await openGate();
  const { units, parties } = as("anna").admin;
  const { id: unitId } = await units.add({ label: "Unit 77" });
  const tenant = { unitId, role: "tenant" as const, since: inDays(-90) };
  await parties.add({ ...tenant, personId: people.pieter.id, until: inDays(0) });
  await parties.add({ ...tenant, personId: people.thandi.id, until: inDays(-9) });
  const { id: nextId } = await units.add({ label: "Unit 78" });
  const next = { unitId: nextId, personId: people.thandi.id, role: "tenant" as const };
  await parties.add({ ...next, since: inDays(1) });
  const stay = { from: inDays(0), until: inDays(1) };
  await announce({ ...stay, visitorName: "Late Guest" }, "pieter");
  await announce({ from: inDays(1), until: inDays(1), visitorName: "First Guest" });
  expect(await statuses()).toEqual(["expected"]);
  const [today, tomorrow] = (await as("anna").gate.visits.paper()).split(/Expected on .*/).slice(1);
  expect(today).toMatch(/Unit 77 .*Late Guest/);
  expect(tomorrow).toMatch(/Unit 78 .*First Guest/);
  expect(tomorrow).not.toContain("Late Guest");
});

test("who was not seen leaving is signed out at night, once their last day is over", async () => {
  const { announce, as, db, pass, services, timeZone, lerato, statuses } = await openGate();
  const day = await announce();
  const stay = await announce({ ...jan, until: inDays(2) });
  for (const { code } of [day, stay]) await admit(lerato, code);
  await as("pieter").resident.visitors.signIn(dayVisit);
  await as("pieter").resident.visitors.signIn({ ...dayVisit, startDate: inDays(5) });
  expect((await as("anna").gate.visits.now()).inside).toHaveLength(3);
  expect(assumeOut(db, byItself, services.now(), timeZone)).toBe(0);
  pass({ days: 1 });
  expect(assumeOut(db, byItself, services.now(), timeZone)).toBe(2);
  const now = await as("anna").gate.visits.now();
  expect(now.inside).toMatchObject([{ id: stay.id }]);
  expect(now.assumedOut.map(({ visitorName }) => visitorName).sort()).toEqual([
    ...["Jan Botha", "Jan Botha"],
  ]);
  expect(await statuses()).toEqual(["in", "out"]);
  const noted = db.select().from(auditEvents).all();
  expect(noted.filter(({ action }) => action === "visitors.assume_out")).toHaveLength(2);
});

test("who came yesterday and is only entered this morning is in until the next night", async () => {
  const { as, db, pass, services, timeZone } = await openGate();
  const { visitors } = as("pieter").resident;
  // It is 11:26 in Johannesburg.
  const { id } = await visitors.signIn({ ...dayVisit, startDate: inDays(-1) });
  const job = () => assumeOut(db, byItself, services.now(), timeZone);
  expect(job()).toBe(0);
  pass({ minutes: 16 * 60 + 33 });
  expect(job()).toBe(0);
  expect((await as("anna").gate.visits.now()).inside).toMatchObject([{ id }]);
  pass({ minutes: 1 });
  expect(job()).toBe(1);
});

test.each([
  ["was a day ahead", -1],
  ["was three days behind", 3],
])(
  "whoever came while the clock %s is listed as inside once it is right, until they leave",
  async (_, days) => {
    const { announce, as, pass, lerato, statuses } = await openGate();
    const visits = as("anna").gate.visits;
    const { id, code } = await announce();
    expect((await admit(lerato, code)).status).toBe(200);
    pass({ days });
    // Of a later day: not here yet.
    await as("pieter").resident.visitors.signIn({ ...dayVisit, startDate: inDays(days + 5) });
    expect(await visits.now()).toMatchObject({ inside: [{ id }], expected: [] });
    expect((await lerato(`GET ${gate}/inside`)).body).toMatchObject([{ id }]);
    expect((await as("anna").admin.dashboard.overview()).visitorsIn).toBe(1);
    expect(await statuses()).toEqual(["in"]);
    await visits.release({ visitId: id });
    expect((await visits.now()).inside).toEqual([]);
  },
);

test("the name, the number plate and the code go with the time for visitors", async () => {
  const { announce, as, db, pass, services, lerato, rest, statuses } = await openGate();
  const { code } = await announce();
  await announce({ ...jan, visitorName: "Elna" });
  await admit(lerato, code, "ND 1");
  await as("anna").gate.visits.release({
    visitId: (await as("anna").gate.visits.now()).inside[0]?.id ?? "",
  });
  // For longer, but whoever has left comes no more, nor who was taken back.
  const longer = { ...jan, until: inDays(60) };
  const left = await admit(lerato, (await announce(longer)).code);
  await lerato(`POST ${gate}/release`, { id: left.body.id });
  const { id } = await announce(longer);
  await rest("thandi")(`DELETE ${announced}/${id}`);
  const guest = { ...longer, visitorName: "Long Guest", vehicle: "" };
  await admit(lerato, (await announce(guest)).code);
  await announce({ ...guest, visitorName: "Late Guest" });
  const driver = await announce({ ...guest, visitorName: "Driver", weekdays: [5] });
  const drove = await admit(lerato, driver.code);
  await lerato(`POST ${gate}/release`, { id: drove.body.id });
  pass({ days: 10 });
  const { at } = services.now();
  expect(redactVisits(db, byItself, at, services.now())).toBe(7);
  expect((await statuses()).sort()).toEqual(["expected", "expected", "in"]);
  expect(await admit(lerato, code)).toMatchObject({ status: 404 });
  const stored = JSON.stringify(db.$client.prepare("SELECT * FROM visits, expected_visits").all());
  expect(stored).not.toMatch(/Jan|Elna|ND1/);
  for (const name of ["Long Guest", "Late Guest", "Driver"]) expect(stored).toContain(name);
});
