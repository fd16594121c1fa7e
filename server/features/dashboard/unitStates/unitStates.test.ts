import { expect, test } from "vitest";
import { darkStairs, inDays, lateRent } from "../../../contract/samples.ts";
import { openHouse } from "../../../testing.ts";

const unit = { kind: "primary", notes: "" } as const;

/** Thandi and Pieter live in unit 1, nobody in unit 2. */
async function house() {
  const opened = openHouse();
  const { as, people } = opened;
  const { id: one } = await as("anna").admin.units.add({ ...unit, label: "Shop 1", floor: 0 });
  const { id: two } = await as("anna").admin.units.add({ ...unit, label: "Shop 2" });
  const lives = { unitId: one, since: inDays(-30) };
  await as("anna").admin.parties.add({ ...lives, personId: people.thandi.id, role: "tenant" });
  await as("anna").admin.parties.add({ ...lives, personId: people.thandi.id, role: "occupant" });
  await as("anna").admin.parties.add({ ...lives, personId: people.pieter.id, role: "occupant" });
  const fine = (residentId: string, amountCents: number) =>
    as("anna").admin.fines.issue({ ...lateRent, residentId, amountCents });
  const state = async (id: string) =>
    (await as("anna").admin.unitStates.all()).find((each) => each.id === id);
  return { ...opened, one, two, fine, state };
}

test("a unit shows what the people who live there owe and which of their requests are open", async () => {
  const { as, people, one, two, fine, state } = await house();
  const nothing = { owedCents: 0, openRequests: 0 };
  expect(await state(one)).toMatchObject({ floor: 0, isLivedIn: true, ...nothing });
  expect(await state(two)).toMatchObject({ floor: null, isLivedIn: false, ...nothing });
  const first = await fine(people.thandi.id, 45_000);
  const second = await fine(people.pieter.id, 5_050);
  const inShop = { ...darkStairs, roomNumber: "Shop 1" };
  const request = await as("thandi").resident.maintenance.log(inShop);
  expect(await state(one)).toMatchObject({ owedCents: 50_050, openRequests: 1 });

  // A payment that an admin has yet to check is still owed.
  await as("anna").admin.fines.setStatus({ fineId: first.id, status: "Pending..." });
  expect(await state(one)).toMatchObject({ owedCents: 50_050 });
  await as("anna").admin.fines.setStatus({ fineId: first.id, status: "Paid" });
  await as("anna").admin.fineDecisions.withdraw({ fineId: second.id, reason: "A mistake" });
  await as("sipho").staff.maintenance.setStatus({ requestId: request.id, status: "Closed" });
  expect(await state(one)).toMatchObject(nothing);
  expect(await state(two)).toMatchObject(nothing);
});

test("what somebody owes and reports counts once: where they live, or else at the unit that they own", async () => {
  const { as, people, one, two, fine, state } = await house();
  const { parties } = as("anna").admin;
  const owns = { unitId: two, role: "owner", since: inDays(-40) } as const;
  const { id: partyId } = await parties.add({
    ...owns,
    personId: people.thandi.id,
    share: 500_000,
  });
  await parties.add({ ...owns, personId: people.pieter.id, share: 500_000 });
  await fine(people.thandi.id, 45_000);
  await as("thandi").resident.maintenance.log({ ...darkStairs, roomNumber: "Shop 1" });
  const ofThandi = { owedCents: 45_000, openRequests: 1 };
  expect(await state(one)).toMatchObject(ofThandi);
  expect(await state(two)).toMatchObject({ isLivedIn: false, owedCents: 0, openRequests: 0 });
  for (const { id, role, personId } of (await parties.ofUnit({ unitId: one })).parties)
    if (personId === people.thandi.id && role !== "owner")
      await parties.end({ partyId: id, until: inDays(-1) });
  expect(await state(one)).toMatchObject({ isLivedIn: true, owedCents: 0, openRequests: 0 });
  expect(await state(two)).toMatchObject({ isLivedIn: false, ...ofThandi });
  await parties.end({ partyId, until: inDays(-1) });
  expect(await state(two)).toMatchObject({ owedCents: 0, openRequests: 0 });
});

test("a floor that cannot be is refused, and the unit keeps its own until it gets another or none", async () => {
  const { as, one, state } = await house();
  const { update } = as("anna").admin.units;
  const same = { ...unit, unitId: one, label: "Shop 1" };
  for (const [floor, why] of [
    [-6, "must be -5 or more"],
    [100, "must be at most 99"],
    [1.5, "must be a whole number"],
  ] as const)
    await expect(update({ ...same, floor })).rejects.toThrow(why);
  expect(await state(one)).toMatchObject({ floor: 0 });
  await update({ ...same, floor: -1 });
  expect(await state(one)).toMatchObject({ floor: -1 });
  await update(same);
  expect(await state(one)).toMatchObject({ floor: null });
});
