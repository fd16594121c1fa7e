import { expect, test } from "vitest";
import { inDays, darkStairs as sample } from "../../contract/samples.ts";
import { daysIn } from "../../platform/clock/dayTexts.ts";
import { handClock, openHouse, openServer } from "../../testing.ts";
import { requestRules } from "./list.ts";
import { noUnitRefusal } from "./schema.ts";

const darkStairs = { ...sample, roomNumber: "3" };

/** A building with one request by Thandi. */
async function withRequest(options: Parameters<typeof openHouse>[0] = {}) {
  const house = openHouse(options);
  const request = await house.as("thandi").resident.maintenance.log(darkStairs);
  return { ...house, requestId: request.id };
}

test("a request is of the last year or the next 90 days", async () => {
  const { as } = openHouse();
  const { log } = as("thandi").resident.maintenance;
  for (const date of ["2025-11-20", "2027-02-18"])
    expect(await log({ ...darkStairs, date })).toMatchObject({ date });
  for (const date of ["2020-11-20", "2025-11-19", "2027-02-19", "2031-11-20"])
    await expect(log({ ...darkStairs, date })).rejects.toMatchObject({
      message: expect.stringContaining("within the last year or the next 90 days"),
      cause: { field: "date" },
    });
});

test("a request is Open and the resident's own; staff and admins see who reported it", async () => {
  const { as, people } = await withRequest();
  const [own, ...others] = (await as("thandi").resident.maintenance.mine({})).rows;
  expect(own).toMatchObject({ ...darkStairs, status: "Open", residentId: people.thandi.id });
  expect(own).not.toHaveProperty("reporter");
  expect(others).toEqual([]);
  expect((await as("pieter").resident.maintenance.mine({})).rows).toEqual([]);
  for (const all of [as("sipho").staff.maintenance.all, as("anna").admin.maintenance.all])
    expect((await all({})).rows).toMatchObject([{ reporter: "thandi Mokoena" }]);
});

test("who opened and closed it, and when, is recorded", async () => {
  const { clock, pass } = handClock();
  const { as, requestId } = await withRequest({ clock });
  await as("sipho").staff.maintenance.setStatus({ requestId, status: "Closed" });
  pass({ days: 2 });
  await as("lerato").staff.maintenance.setStatus({ requestId, status: "Open" });
  // The status that it has is no change.
  await as("sipho").staff.maintenance.setStatus({ requestId, status: "Open", from: "Open" });
  const { history } = await as("anna").member.maintenance.one({ requestId });
  expect(history).toMatchObject([
    { status: "Closed", name: "sipho", surname: "Dube", changedAt: "2026-11-20T09:26:24.123Z" },
    { status: "Open", name: "lerato", surname: "Nkosi", changedAt: "2026-11-22T09:26:24.123Z" },
  ]);
  expect(await as("sipho").member.maintenance.one({ requestId })).toMatchObject({ history });
});

test("staff without a trade see no trade's requests", async () => {
  const { rest, as, people } = await openServer();
  await as("thandi").resident.maintenance.log(darkStairs);
  await as("anna").admin.people.changeRole({ id: people.pieter.id, newRole: "Staff" });
  const path = `GET /api/property/staff/maintenance/${people.pieter.id}`;
  const pieter = rest("pieter");
  expect((await pieter(`${path}?type=mine`)).body).toEqual([]);
  expect((await pieter(path)).body).toHaveLength(1);
  // An admin who names a staff member sees the requests of that person's trade.
  const { all } = as("anna").staff.maintenance;
  expect((await all({ type: "mine", profileId: people.sipho.id })).rows).toHaveLength(1);
});

test("a request's page says whom to call about it, and the unit of the register", async () => {
  const { as, people, requestId } = await withRequest();
  const { admin, member } = as("anna");
  const about = async () => (await member.maintenance.one({ requestId })).about;
  expect(await about()).toMatchObject({
    reporter: { id: people.thandi.id, name: "thandi Mokoena", isRemoved: false },
    unit: null,
  });
  const unit = await admin.units.add({ label: "Unit 3" });
  const tenancy = { unitId: unit.id, role: "tenant", since: "2026-01-01" } as const;
  await admin.parties.add({ ...tenancy, personId: people.thandi.id });
  expect(await about()).toMatchObject({ unit: { id: unit.id, label: "Unit 3" } });
  await expect(member.maintenance.one({ requestId: "none" })).rejects.toThrow(
    "This maintenance request could not be found",
  );
});

test("a resident without a unit reports nothing, and the form says so before", async () => {
  const { clock, pass } = handClock("2026-11-20T08:00:00.000Z");
  const { as, people } = openHouse({ clock });
  const { units, parties } = as("anna").admin;
  const pieter = as("pieter").resident;
  const [{ id: one }, { id: two }] = [
    await units.add({ label: "Shop 1" }),
    await units.add({ label: "Shop 2" }),
  ];
  const isRefused = async () => {
    const answer = await pieter.maintenance.log(darkStairs).catch((error) => error.message);
    const { isWithoutUnit } = await pieter.profile.get();
    expect(answer === noUnitRefusal).toBe(isWithoutUnit);
    return isWithoutUnit;
  };
  // The register does not have him at all, which says nothing.
  expect(await isRefused()).toBe(false);
  const his = { personId: people.pieter.id, role: "tenant" } as const;
  const { id: partyId } = await parties.add({ ...his, unitId: one, since: "2026-01-01" });
  expect(await isRefused()).toBe(false);
  await parties.end({ partyId, until: "2026-11-19" });
  expect(await isRefused()).toBe(true);
  await parties.add({ ...his, unitId: two, since: "2026-11-22" });
  expect(await isRefused()).toBe(true);
  pass({ days: 2 });
  expect(await isRefused()).toBe(false);
});

test("of an open request it is known when its resident was last told something", async () => {
  const { clock, pass } = handClock();
  const { as } = openHouse({ clock });
  const { admin, member } = as("anna");
  const { resident, member: thandi } = as("thandi");
  const logged = { ...darkStairs, place: "common" as const };
  const { id: requestId } = await resident.maintenance.log(logged);
  const said = async () => {
    const { saidOn, place } = await member.maintenance.one({ requestId });
    expect(place).toBe("common");
    return saidOn;
  };
  expect(await said()).toBeNull();
  // Neither a question of the resident nor a note that they do not get is an answer.
  await thandi.maintenance.addNote({ requestId, text: "When?" });
  await member.maintenance.addNote({ requestId, text: "Ask the plumber", internal: true });
  expect(await said()).toBeNull();
  await member.maintenance.addNote({ requestId, text: "On Monday" });
  expect(await said()).toBe(inDays(0));
  pass({ days: 1 });
  await admin.maintenance.plan({ requestId, step: "planned" });
  expect(await said()).toBe(inDays(1));
  pass({ days: 1 });
  await as("sipho").staff.maintenance.setStatus({ requestId, status: "Closed" });
  expect(await said()).toBe(inDays(2));
});

test.each([
  [{ date: "2026-11-13", saidOn: null }, true],
  [{ date: "2026-11-14", saidOn: null }, false],
  [{ date: "2026-01-01", saidOn: "2026-11-14" }, false],
  [{ date: "2026-01-01", saidOn: "2026-11-13" }, true],
  [{ date: "2026-01-01", saidOn: null, status: "Closed" as const }, false],
])("whether nothing was said of %o for a week: %s", async (request, expected) => {
  const listed = await openHouse().as("pieter").resident.maintenance.log(darkStairs);
  const days = daysIn(
    () => "Africa/Johannesburg",
    () => new Date("2026-11-20T09:26:24.123Z"),
  );
  const quiet = requestRules(days).chips.find(({ value }) => value === "quiet");
  expect(quiet?.has({ ...listed, ...request })).toBe(expected);
});
