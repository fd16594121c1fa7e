import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { dayVisit, inDays } from "../../contract/samples.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { handClock, openHouse, openServer } from "../../testing.ts";
import { redactVisits } from "./redaction.ts";
import { visits } from "./table.ts";

const jan = { ...dayVisit, roomNumber: "Unit 3", residentName: "thandi Mokoena" };

/** A building where Jan is visiting Thandi. */
async function withJan(options: Parameters<typeof openHouse>[0] = {}) {
  const house = openHouse(options);
  const visit = await house.as("thandi").resident.visitors.signIn(jan);
  return { ...house, visitId: visit.id };
}

test("a visitor is in until signed out, and the record keeps both times, also if signed out again", async () => {
  const { clock, pass } = handClock();
  const { as, db, people, visitId } = await withJan({ clock });
  expect((await as("thandi").resident.visitors.present({})).rows).toMatchObject([jan]);
  pass({ minutes: 90 });
  await as("thandi").resident.visitors.signOut({ visitId });
  expect((await as("thandi").resident.visitors.present({})).rows).toEqual([]);
  pass({ minutes: 5 });
  await as("anna").admin.visitors.signOut({ visitId });
  expect(db.select().from(visits).all()).toMatchObject([
    { signedInAt: "2026-11-20T09:26:24.123Z", signedOutAt: "2026-11-20T10:56:24.123Z" },
  ]);
  // The trail says who did it, without the visitor's name.
  const noted = db.select().from(auditEvents).where(eq(auditEvents.subjectId, visitId)).all();
  expect(noted.map(({ actorId }) => actorId)).toEqual([people.thandi.id, people.thandi.id]);
  expect(JSON.stringify(noted)).not.toMatch(/Jan|Botha/);
});

test("a resident who takes over an old address does not get its visitors", async () => {
  const { rest, as, people } = await openServer();
  await as("thandi").resident.visitors.signIn(jan);
  const change = (who: "thandi" | "pieter", email: string) =>
    rest(who)(`PUT /api/property/resident/profile/${people[who].id}`, { email });
  await change("thandi", "new@example.co.za");
  await change("pieter", "thandi@example.co.za");
  const path = "GET /api/property/resident/allvistors?residentEmail=";
  expect((await rest("pieter")(`${path}thandi@example.co.za`)).body).toEqual([]);
  expect((await rest("thandi")(`${path}new@example.co.za`)).body).toHaveLength(1);
});

test("an admin sees everybody in, one resident's visitors, and signs in for a resident", async () => {
  const { as, people } = await withJan();
  const { visitors } = as("anna").admin;
  const residentEmail = "Pieter@Example.co.za";
  await visitors.signIn({ ...jan, visitorName: "Elna", residentEmail });
  const names = async (filter: object) =>
    (await visitors.present(filter)).rows.map(({ visitorName }) => visitorName);
  expect(await names({})).toEqual(["Elna", "Jan"]);
  expect(await names({ residentEmail })).toEqual(["Elna"]);
  expect(await names({ residentEmail: "nobody@example.co.za" })).toEqual([]);
  expect(await names({ personId: people.pieter.id })).toEqual(["Elna"]);
  await expect(names({ unitId: "none" })).rejects.toThrow("This unit could not be found");
  for (const other of [
    {},
    { residentEmail: "nobody@x.za" },
    { residentEmail: "sipho@example.co.za" },
  ])
    await expect(visitors.signIn({ ...jan, ...other })).rejects.toThrow(
      "This person could not be found",
    );
  const { rows } = await as("pieter").resident.visitors.present({});
  expect(rows).toMatchObject([{ residentEmail: "pieter@example.co.za" }]);
});

test("a visit begins yesterday at the earliest and ends in 90 days at the latest", async () => {
  const { as, rest } = await openServer();
  const { signIn } = as("thandi").resident.visitors;
  const sleepover = { ...jan, visitationType: "Sleepover" } as const;
  for (const startDate of ["2026-11-19", "2027-02-18"])
    expect(await signIn({ ...jan, startDate })).toMatchObject({ startDate });
  for (const startDate of ["2020-11-20", "2025-11-20", "2026-11-18", "2027-02-19"])
    await expect(signIn({ ...jan, startDate })).rejects.toThrow("A visit begins yesterday");
  await expect(signIn({ ...sleepover, leaveDate: "2027-02-19" })).rejects.toMatchObject({
    cause: { field: "leaveDate" },
  });
  await expect(signIn({ ...sleepover, leaveDate: "2026-11-20" })).rejects.toThrow(
    "must be after the start date, as somebody who sleeps over stays a night",
  );
  const { startDate: _, ...wire } = jan;
  const sent = { ...wire, date: "2020-11-20" };
  expect(await rest("thandi")("POST /api/property/resident/vistors", sent)).toMatchObject({
    status: 400,
    body: { code: "visitors.day_too_far", field: "date" },
  });
});

test.each([
  ["the resident whose visitor it is", "thandi", "resident"],
  ["an admin", "anna", "admin"],
] as const)("a sign-out is taken back for a short while, by %s", async (_, who, area) => {
  const { clock, pass } = handClock();
  const { as, db, visitId } = await withJan({ clock });
  const { visitors } = as(who)[area];
  const undo = () => visitors.undoSignOut({ visitId });
  await undo();
  await visitors.signOut({ visitId });
  expect((await visitors.present({})).rows).toEqual([]);
  await expect(as("pieter").resident.visitors.undoSignOut({ visitId })).rejects.toThrow(
    "This visitor could not be found",
  );
  await expect(visitors.undoSignOut({ visitId: "nobody's" })).rejects.toThrow("could not be found");
  pass({ seconds: 20 });
  await undo();
  expect((await visitors.present({})).rows).toMatchObject([jan]);
  const noted = db.select().from(auditEvents).all().slice(-2);
  expect(noted.map(({ action }) => action)).toEqual([
    "visitors.sign_out",
    "visitors.undo_sign_out",
  ]);
  await visitors.signOut({ visitId });
  pass({ minutes: 1 });
  await expect(undo()).rejects.toThrow("left too long ago");
  expect((await visitors.present({})).rows).toEqual([]);
});

test("who visited before is offered once, who left last first, and only to their resident", async () => {
  const { clock, pass } = handClock();
  const { as, db, services, visitId } = await withJan({ clock });
  const { visitors } = as("thandi").resident;
  const come = async (visit: typeof jan) => {
    pass({ minutes: 1 });
    const { id } = await visitors.signIn(visit);
    pass({ minutes: 1 });
    await visitors.signOut({ visitId: id });
  };
  const lindiwe = { ...jan, visitorName: "Lindiwe", visitorEmail: "lindiwe@example.co.za" };
  await come(lindiwe);
  const came = { arrivedAt: expect.any(String) };
  expect(await visitors.earlier({})).toMatchObject([{ visitorName: "Lindiwe", ...came }]);
  await visitors.signOut({ visitId });
  await come({ ...lindiwe, visitorName: "lindiwe" });
  const names = (await visitors.earlier({})).map(({ visitorName }) => visitorName);
  expect(names).toEqual(["lindiwe", "Jan"]);
  // Somebody else of that name, whose email differs in a dot only.
  await come({ ...lindiwe, visitorEmail: "lin.diwe@example.co.za" });
  expect(await visitors.earlier({})).toHaveLength(3);
  // Somebody who was to come, and did not.
  await come({ ...lindiwe, visitorName: "Sam", startDate: inDays(1) });
  expect((await visitors.earlier({}))[0]).toMatchObject({ visitorName: "Sam", arrivedAt: null });
  expect(await as("pieter").resident.visitors.earlier({})).toEqual([]);
  // Names that were deleted are not offered again.
  redactVisits(db, { accountId: null, origin: "job" }, "2999-01-01", services.now());
  expect(await visitors.earlier({})).toEqual([]);
});

test.each([
  [{ visitationType: "Sleepover", date: "2026-11-20" }, "date must say when a Sleepover ends."],
  [{ date: "2026-11-20 to 2026-11-21" }, "date must not say when a Day Visit ends."],
])("a program that sends %j is told in its own words", async (sent, message) => {
  const { rest } = await openServer();
  const { startDate: _, ...visit } = jan;
  const answer = await rest("thandi")("POST /api/property/resident/vistors", { ...visit, ...sent });
  expect(answer).toMatchObject({ status: 400, body: { field: "date", message } });
});

test("an address that is too long is told in characters", async () => {
  const { rest } = await openServer();
  const list = `GET /api/property/resident/allvistors?residentEmail=${"x".repeat(300)}`;
  expect((await rest("anna")(list)).body.message).toBe(
    "residentEmail must be at most 254 characters.",
  );
});

test("lists show whom a visit is to by the register, and not what somebody typed", async () => {
  const { as, people, rest, db } = await openServer();
  const anna = as("anna").admin;
  for (const label of ["Unit 7", "Shop 1"]) {
    const { id: unitId } = await anna.units.add({ label });
    const personId = people.thandi.id;
    await anna.parties.add({ unitId, personId, role: "owner", since: "2020-01-01" });
  }
  const typed = ["Unit 9", "shop1", "1", "Penthouse"];
  for (const roomNumber of typed)
    await as("thandi").resident.visitors.signIn({ ...jan, roomNumber, residentName: "The Mayor" });
  const { resident } = as("pieter");
  await resident.visitors.signIn({ ...jan, roomNumber: "Penthouse", residentName: "The Mayor" });
  const seen = [
    ["Unit 4", "pieter van Wyk"],
    ["Unit 7", "thandi Mokoena"],
    ["Shop 1", "thandi Mokoena"],
    ["Shop 1", "thandi Mokoena"],
    ["Unit 7", "thandi Mokoena"],
  ];
  const { rows } = await anna.visitors.present({});
  expect(rows.map(({ roomNumber, residentName }) => [roomNumber, residentName])).toEqual(seen);
  const { body } = await rest("anna")("GET /api/property/resident/allvistors");
  type Wire = { roomNumber: string; residentName: string };
  expect((body as Wire[]).map((row) => [row.roomNumber, row.residentName])).toEqual(seen);
  const whose = "GET /api/property/resident/allvistors?residentEmail=thandi@example.co.za";
  expect((await rest("anna")(whose)).body).toEqual(body.slice(1));
  const { email } = people.thandi;
  await anna.people.add({ name: "Ben", surname: "Mokoena", email, shareEmail: true });
  expect((await rest("anna")(whose)).body).toEqual(body.slice(1));
  // Residents read what they sent.
  expect((await rest("thandi")(whose)).body).toMatchObject(
    typed.toReversed().map((roomNumber) => ({ roomNumber, residentName: "The Mayor" })),
  );
  // The typed name stays with the visit, for the person's own data.
  expect(db.select().from(visits).all()).toMatchObject(
    [...typed, "Penthouse"].map((roomNumber) => ({ roomNumber, residentName: "The Mayor" })),
  );
});
