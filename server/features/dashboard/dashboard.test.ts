import { expect, test } from "vitest";
import { darkStairs, dayVisit, inDays, lateRent } from "../../contract/samples.ts";
import { handClock, openHouse } from "../../testing.ts";
import { addProof } from "../fines/proofs/service.ts";
import type { maintenanceTypes } from "../people/schema.ts";

/** A building on 20 November 2026 with some activity. */
async function busyBuilding() {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { as, people } = house;
  const fine = (residentId: string, amountCents: number) =>
    as("anna").admin.fines.issue({ ...lateRent, residentId, amountCents, dueDate: "2026-12-01" });
  const request = (who: "thandi" | "pieter", maintenanceType: (typeof maintenanceTypes)[number]) =>
    as(who).resident.maintenance.log({ ...darkStairs, maintenanceType });
  const guest = (who: "thandi" | "pieter") =>
    as(who).resident.visitors.signIn({ ...dayVisit, startDate: house.services.now().today });
  const set = (requestId: string, status: "Open" | "Closed") =>
    as("sipho").staff.maintenance.setStatus({ requestId, status });
  const [thandi, pieter] = [people.thandi.id, people.pieter.id];
  return { ...house, thandi, pieter, pass, fine, request, guest, set };
}

const quiet = { healthWarning: null, trailWarning: null };
const nothing = { openRequests: 0, unpaidFines: 0, unpaidCents: 0, pendingFines: 0, visitorsIn: 0 };

test("an empty building counts nothing but its people", async () => {
  const { as } = await busyBuilding();
  const people = { residents: 2, staff: 2 };
  expect(await as("anna").admin.dashboard.overview()).toEqual({ ...nothing, ...people, ...quiet });
  expect(await as("thandi").resident.dashboard.overview()).toEqual(nothing);
  const work = {
    openRequests: 0,
    openInMyTrade: 0,
    plannedUntilToday: 0,
    closedLast7Days: 0,
    visitorsIn: 0,
  };
  expect(await as("sipho").staff.dashboard.overview()).toEqual(work);
});

test("an admin's numbers are the building's", async () => {
  const { as, thandi, pieter, fine, request, guest, set } = await busyBuilding();
  await fine(thandi, 45_050);
  await fine(pieter, 10_000);
  const { id: paid } = await fine(pieter, 99_900);
  const { id: pending } = await fine(thandi, 1);
  await as("anna").admin.fines.setStatus({ fineId: paid, status: "Paid" });
  await as("anna").admin.fines.setStatus({ fineId: pending, status: "Pending..." });
  await request("thandi", "Cleaning");
  await set((await request("pieter", "Cleaning")).id, "Closed");
  await guest("thandi");
  const { id: visitId } = await guest("pieter");
  await as("pieter").resident.visitors.signOut({ visitId });
  await as("anna").admin.people.remove({ id: pieter });
  expect(await as("anna").admin.dashboard.overview()).toEqual({
    residents: 1,
    staff: 2,
    openRequests: 1,
    unpaidFines: 2,
    unpaidCents: 55_050,
    pendingFines: 1,
    visitorsIn: 1,
    ...quiet,
  });
});

test("a resident's numbers are their own", async () => {
  const { as, thandi, pieter, fine, request, guest } = await busyBuilding();
  await fine(thandi, 45_050);
  await fine(pieter, 10_000);
  await request("thandi", "Cleaning");
  await request("pieter", "Cleaning");
  await guest("thandi");
  await guest("pieter");
  const own = { unpaidFines: 1, pendingFines: 0, openRequests: 1, visitorsIn: 1 };
  expect(await as("thandi").resident.dashboard.overview()).toEqual({ ...own, unpaidCents: 45_050 });
  expect(await as("anna").resident.dashboard.overview({ profileId: pieter })).toEqual({
    ...own,
    unpaidCents: 10_000,
  });
});

test("a visitor who was signed in for a later day is in the building once they came", async () => {
  const { as, pass } = await busyBuilding();
  const { visitors } = as("thandi").resident;
  const { id: visitId } = await visitors.signIn({ ...dayVisit, startDate: inDays(1) });
  const counts = async () => {
    const { inside } = await as("anna").gate.visits.now();
    const overviews = await Promise.all([
      as("anna").admin.dashboard.overview(),
      as("sipho").staff.dashboard.overview(),
      as("thandi").resident.dashboard.overview(),
    ]);
    return [inside.length, ...overviews.map(({ visitorsIn }) => visitorsIn)];
  };
  expect(await counts()).toEqual([0, 0, 0, 0]);
  // Their resident can still take it back.
  expect((await visitors.present({})).rows).toHaveLength(1);
  pass({ days: 1 });
  expect(await counts()).toEqual([0, 0, 0, 0]);
  await visitors.arrive({ visitId });
  expect(await counts()).toEqual([1, 1, 1, 1]);
});

test("a staff member's numbers: the building's, their trade's, and what was closed in 7 days", async () => {
  const { as, request, set, pass, guest } = await busyBuilding();
  await set((await request("thandi", "Electricity")).id, "Closed");
  pass({ days: 7, minutes: 1 });
  await set((await request("thandi", "Electricity")).id, "Closed");
  await request("thandi", "Electricity");
  await request("pieter", "Cleaning");
  await request("pieter", "Cleaning");
  await guest("pieter");
  const shared = { openRequests: 3, closedLast7Days: 1, visitorsIn: 1 };
  const none = { ...shared, plannedUntilToday: 0 };
  expect(await as("sipho").staff.dashboard.overview()).toEqual({ ...none, openInMyTrade: 1 });
  expect(await as("lerato").staff.dashboard.overview()).toEqual({ ...none, openInMyTrade: 2 });
});

test("a staff member's jobs of today: what is planned until then in their trade, or was given to them", async () => {
  const { as, request, pass, people } = await busyBuilding();
  const plan = async (trade: "Electricity" | "Cleaning", dueOn: string) => {
    const { id: requestId } = await request("thandi", trade);
    await as("anna").admin.maintenance.plan({ requestId, dueOn });
    return requestId;
  };
  const planned = async () => (await as("sipho").staff.dashboard.overview()).plannedUntilToday;
  const first = await plan("Electricity", inDays(0));
  await plan("Electricity", inDays(1));
  const cleaning = await plan("Cleaning", inDays(0));
  expect(await planned()).toBe(1);
  const given = { requestId: cleaning, assignedTo: people.sipho.id };
  await as("anna").admin.maintenance.plan(given);
  expect(await planned()).toBe(2);
  const { rows } = await as("sipho").staff.maintenance.list({ type: "mine" });
  expect(rows.map(({ id }) => id)).toContain(cleaning);
  await as("anna").admin.maintenance.plan({ ...given, assignedTo: null });
  pass({ days: 1 });
  expect(await planned()).toBe(2);
  await as("sipho").staff.maintenance.setStatus({ requestId: first, status: "Closed" });
  expect(await planned()).toBe(1);
});

test("a request that is opened again counts as open for everybody, once", async () => {
  const { as, request, set } = await busyBuilding();
  const { id } = await request("thandi", "Electricity");
  let closed = 0;
  for (const status of ["Closed", "Open", "Open", "Closed", "Open"] as const) {
    await set(id, status);
    if (status === "Closed") closed += 1;
    const open = status === "Open" ? 1 : 0;
    expect((await as("anna").admin.dashboard.overview()).openRequests).toBe(open);
    expect((await as("thandi").resident.dashboard.overview()).openRequests).toBe(open);
    expect(await as("sipho").staff.dashboard.overview()).toMatchObject({
      openRequests: open,
      openInMyTrade: open,
      // Reopening a request does not count as closing it.
      closedLast7Days: closed,
    });
  }
});

const kinds = async ({ as }: { as: Awaited<ReturnType<typeof busyBuilding>>["as"] }) =>
  Object.fromEntries(
    (await as("anna").admin.dashboard.needs()).map(({ kind, ...need }) => [kind, need]),
  );

test("what waits for an admin is counted, with the day since which the oldest waits", async () => {
  const house = await busyBuilding();
  const { as, thandi, pieter, fine, request, guest, set, pass, services } = house;
  // Nobody of the building has signed in yet, and nobody has an invite.
  const people = { count: 4, since: "2026-11-20", later: 0 };
  expect(await kinds(house)).toEqual({ sheets: people });

  await guest("thandi");
  await request("thandi", "Cleaning");
  const closed = await request("pieter", "Cleaning");
  await fine(thandi, 45_050);
  const { id: fineId } = await fine(thandi, 100);
  expect(await kinds(house)).toEqual({ sheets: people });

  pass({ days: 1 });
  const file = { fileName: "x.pdf", mimeType: "application/pdf", size: 1 } as const;
  addProof(
    services.db,
    { accountId: thandi, origin: "test" },
    { residentId: thandi, fineId },
    { storedName: "x.pdf", sha256: "x", ...file },
    services.now(),
  );
  pass({ days: 1 });
  expect(await kinds(house)).toEqual({
    sheets: people,
    proofs: { count: 1, cents: 100, since: "2026-11-21" },
    visitors: { count: 1, since: "2026-11-20" },
  });

  pass({ days: 12, minutes: 1 });
  await set(closed.id, "Closed");
  const { sheets } = as("anna").admin;
  const { units } = await sheets.make({ people: [pieter] });
  // On the screen it is of no use to anybody yet.
  expect(await kinds(house)).toMatchObject({ sheets: people });
  await sheets.handOut({ codes: units.flatMap((unit) => unit.people.map(({ code }) => code)) });
  expect(await kinds(house)).toEqual({
    sheets: { count: 3, since: "2026-11-20", later: 1 },
    fines: { count: 1, cents: 45_050, since: "2026-12-01", later: 0 },
    proofs: { count: 1, cents: 100, since: "2026-11-21" },
    maintenance: { count: 1, since: "2026-11-20" },
    visitors: { count: 1, since: "2026-11-20" },
    // No backup was made in all this time.
    backups: { count: 1, since: null, text: expect.stringContaining("No backup") },
  });
});

test("a request that is not sure waits until an admin says whose trade it is", async () => {
  const { as } = await busyBuilding();
  const wet = { ...darkStairs, maintenanceType: "Not sure" } as const;
  const { id: requestId } = await as("thandi").resident.maintenance.log(wet);
  const unsure = async () =>
    (await as("anna").admin.dashboard.needs()).find(({ kind }) => kind === "unsureRequests");
  expect(await unsure()).toMatchObject({ count: 1, since: "2026-11-20" });
  await as("anna").admin.maintenance.plan({ requestId, maintenanceType: "Plumbing" });
  expect(await unsure()).toBeUndefined();
  const { id: closed } = await as("thandi").resident.maintenance.log(wet);
  await as("sipho").staff.maintenance.setStatus({ requestId: closed, status: "Closed" });
  expect(await unsure()).toBeUndefined();
});

test("what is due today, a guest who stays longer and a younger request wait for nobody yet", async () => {
  const house = await busyBuilding();
  const { as, thandi, fine, request, pass } = house;
  await fine(thandi, 100);
  const sleepover = { ...dayVisit, visitationType: "Sleepover" as const, leaveDate: "2026-12-01" };
  await as("thandi").resident.visitors.signIn(sleepover);
  pass({ days: 11 });
  await request("thandi", "Cleaning");
  const { sheets: _, backups: __, ...others } = await kinds(house);
  expect(others).toEqual({});
  pass({ days: 1 });
  expect(await kinds(house)).toMatchObject({ fines: { count: 1 }, visitors: { count: 1 } });
});

test("the first steps of a building tick themselves off", async () => {
  const { as, people } = openHouse();
  const anna = as("anna").admin;
  const steps = await anna.dashboard.firstSteps();
  const { residents, ...others } = steps;
  expect(residents).toBe(true);
  expect(Object.values(others)).toEqual([false, false, false, false]);
  await anna.building.update({
    bankDetails: { bank: "B", accountHolder: "H", accountNumber: "1", branchCode: "2" },
  });
  await anna.units.add({ label: "Unit 1" });
  const { units } = await anna.sheets.make({ people: [people.thandi.id] });
  expect((await anna.dashboard.firstSteps()).invites).toBe(false);
  await anna.sheets.handOut({ codes: [units[0]?.people[0]?.code ?? ""] });
  expect(await anna.dashboard.firstSteps()).toEqual({
    bankDetails: true,
    units: true,
    residents: true,
    invites: true,
    announcement: false,
  });
  await anna.announcements.post({ message: "Hello" });
  expect(Object.values(await anna.dashboard.firstSteps())).toEqual([true, true, true, true, true]);
});

test("a notice with a title is an announcement for the first steps, also once its days are over", async () => {
  const { clock, pass } = handClock();
  const { as, services } = openHouse({ clock });
  const { notices, dashboard } = as("anna").admin;
  await notices.post({ title: "Pool", message: "Closed.", until: services.now().today });
  expect(await dashboard.firstSteps()).toMatchObject({ announcement: true });
  pass({ days: 2 });
  expect(await dashboard.firstSteps()).toMatchObject({ announcement: true });
});

test("people of the register are residents for the first steps, with or without a login", async () => {
  const { as, people } = openHouse();
  const anna = as("anna").admin;
  for (const name of ["thandi", "pieter"] as const)
    await anna.people.remove({ id: people[name].id });
  expect((await anna.dashboard.firstSteps()).residents).toBe(false);
  await anna.people.add({ name: "Ben", surname: "Known" });
  expect((await anna.dashboard.firstSteps()).residents).toBe(true);
});

test("the pictures show a year of fines, a month of visits, open requests by age, and who joined", async () => {
  const { as, thandi, pieter, fine, request, guest, set, pass } = await busyBuilding();
  const { id: paid } = await fine(thandi, 10_000);
  await fine(pieter, 2_500);
  const { id: slip } = await fine(pieter, 99_900);
  await as("anna").admin.fineDecisions.withdraw({ fineId: slip, reason: "A mistake" });
  await request("thandi", "Cleaning");
  await set((await request("thandi", "Cleaning")).id, "Closed");
  await guest("thandi");
  // From 11:26 in the building on 20 November to 00:26 on 1 December; in London it is November.
  pass({ days: 10, minutes: 13 * 60 });
  await as("anna").admin.fines.setStatus({ fineId: paid, status: "Paid" });
  await request("pieter", "Security");
  await guest("pieter");
  const shown = await as("anna").admin.dashboard.pictures();
  expect(shown.months).toHaveLength(12);
  expect(shown.months[0]).toEqual({ month: "2026-01-01", issuedCents: 0, paidCents: 0 });
  expect(shown.months.slice(-2)).toEqual([
    { month: "2026-11-01", issuedCents: 12_500, paidCents: 0 },
    { month: "2026-12-01", issuedCents: 0, paidCents: 10_000 },
  ]);
  expect(shown.days).toHaveLength(30);
  expect(shown.days.filter(({ count }) => count > 0)).toEqual([
    { day: "2026-11-20", count: 1 },
    { day: "2026-12-01", count: 1 },
  ]);
  expect(shown.requests).toEqual([
    { type: "Cleaning", byAge: [0, 1, 0, 0] },
    { type: "Electricity", byAge: [0, 0, 0, 0] },
    { type: "Security", byAge: [0, 1, 0, 0] },
    { type: "Groundskeeping", byAge: [0, 0, 0, 0] },
    { type: "Plumbing", byAge: [0, 0, 0, 0] },
    { type: "Not sure", byAge: [0, 0, 0, 0] },
  ]);
  expect(shown.joined).toEqual({ joined: 0, invited: 0, others: 4 });
});
