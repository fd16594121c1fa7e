import { expect, test } from "vitest";
import { handClock, openHouse } from "../../testing.ts";

/** A building on 20 November 2026 with some activity. */
async function busyBuilding() {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { as, people } = house;
  const fine = (residentId: string, amountCents: number) =>
    as("anna").admin.fines.issue({
      residentId,
      amountCents,
      type: "Late Rent",
      dueDate: "2026-12-01",
      reason: "Late",
    });
  const request = (who: "thandi" | "pieter", maintenanceType: "Electricity" | "Cleaning") =>
    as(who).resident.maintenance.log({
      maintenanceType,
      roomNumber: "3",
      date: "2026-11-20",
      description: "Broken",
    });
  const guest = (who: "thandi" | "pieter") =>
    as(who).resident.visitors.signIn({
      visitationType: "Day Visit",
      roomNumber: "3",
      residentName: "T",
      visitorName: "J",
      visitorSurname: "B",
      visitorEmail: "j@example.co.za",
      startDate: "2026-11-20",
    });
  const set = (requestId: string, status: "Open" | "Closed") =>
    as("sipho").staff.maintenance.setStatus({ requestId, status });
  return {
    ...house,
    thandi: people.thandi.id,
    pieter: people.pieter.id,
    pass,
    fine,
    request,
    guest,
    set,
  };
}

test("an empty building counts nothing but its people", async () => {
  const { as } = await busyBuilding();
  expect(await as("anna").admin.dashboard.overview()).toEqual({
    residents: 2,
    staff: 2,
    openRequests: 0,
    unpaidFines: 0,
    unpaidCents: 0,
    pendingFines: 0,
    visitorsIn: 0,
    healthWarning: null,
    backupWarning: null,
    trailWarning: null,
  });
  expect(await as("thandi").resident.dashboard.overview()).toEqual({
    unpaidFines: 0,
    unpaidCents: 0,
    pendingFines: 0,
    openRequests: 0,
    visitorsIn: 0,
  });
  expect(await as("sipho").staff.dashboard.overview()).toEqual({
    openRequests: 0,
    openInMyTrade: 0,
    closedLast7Days: 0,
    visitorsIn: 0,
  });
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
    healthWarning: null,
    backupWarning: null,
    trailWarning: null,
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
  expect(await as("sipho").staff.dashboard.overview()).toEqual({ ...shared, openInMyTrade: 1 });
  expect(await as("lerato").staff.dashboard.overview()).toEqual({ ...shared, openInMyTrade: 2 });
});

test("the Messages card shows the announcements, newest first", async () => {
  const { as } = await busyBuilding();
  await as("anna").admin.announcements.post({ message: "first" });
  await as("sipho").staff.announcements.post({ message: "second" });
  const messages = await as("thandi").resident.dashboard.messages();
  expect(messages.map(({ message }) => message)).toEqual(["second", "first"]);
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
