import { expect, test } from "vitest";
import { lateRent as rent } from "../../contract/samples.ts";
import { daysIn } from "../../platform/clock/dayTexts.ts";
import { handClock, openHouse } from "../../testing.ts";
import { fineRules } from "./list.ts";
import { toWire } from "./rest.ts";

/** A building on 20 November 2026, and a fine to issue in it. */
function novemberBuilding(options: Parameters<typeof openHouse>[0] = {}) {
  const { clock, pass } = handClock();
  const house = openHouse({ clock, ...options });
  const lateRent = {
    ...rent,
    residentId: house.people.thandi.id,
  };
  return { ...house, pass, lateRent, admin: house.as("anna").admin.fines };
}

test("a resident sees their own fines and nobody else's", async () => {
  const { as, admin, lateRent } = novemberBuilding();
  await admin.issue(lateRent);
  expect((await as("thandi").resident.fines.mine({})).rows).toMatchObject([
    { status: "Unpaid", amountCents: 45_000, issuedAt: "2026-11-20T09:26:24.123Z" },
  ]);
  expect((await as("pieter").resident.fines.mine({})).rows).toEqual([]);
});

test("the due date is measured by the building's day, which begins before the UTC one", async () => {
  const { clock } = handClock("2026-11-20T22:30:00.000Z");
  const { admin, lateRent } = novemberBuilding({ clock });
  await expect(admin.issue({ ...lateRent, dueDate: "2026-11-20" })).rejects.toThrow(
    "The due date must be today or later.",
  );
  await admin.issue({ ...lateRent, dueDate: "2026-11-21" });
});

test("RoomNo is the address at the time of issue, and moving does not move it", async () => {
  const { as, db, admin, lateRent, people } = novemberBuilding();
  await admin.issue(lateRent);
  db.$client.prepare("UPDATE people SET address = 'Unit 12' WHERE id = ?").run(people.thandi.id);
  await admin.issue({ ...lateRent, reason: "A second one" });
  const { rows } = await as("thandi").resident.fines.mine({});
  expect(rows.map(({ roomNo }) => roomNo)).toEqual(["Unit 12", "Unit 3"]);
});

test("every fine has a payment reference of its own, in letters nobody confuses", async () => {
  const { admin, lateRent } = novemberBuilding();
  for (let each = 0; each < 200; each += 1)
    await admin.issue({ ...lateRent, amountCents: each + 1 });
  const { rows } = await admin.all({ limit: "all" });
  expect(new Set(rows.map(({ reference }) => reference)).size).toBe(200);
  for (const { reference } of rows) expect(reference).toMatch(/^F-[^0O1IL2Z5S8BUV]{6}$/);
});

test("how to pay: the amount, the reference, and the bank details once an admin gave them", async () => {
  const { as, admin, lateRent } = novemberBuilding();
  const { id: fineId, reference } = await admin.issue(lateRent);
  const howToPay = () => as("thandi").resident.fines.howToPay({ fineId });
  const plain = { amountCents: 45_000, reference, status: "Unpaid" };
  expect(await howToPay()).toEqual({ ...plain, bankDetails: null });
  const bankDetails = { bank: "FNB", accountHolder: "BC", accountNumber: "62", branchCode: "2" };
  await as("anna").admin.building.update({ bankDetails });
  expect(await howToPay()).toEqual({ ...plain, bankDetails });
});

test("who has nothing to do with a unit cannot be fined, nor who was removed", async () => {
  const { as, admin, lateRent, people } = novemberBuilding();
  const anna = as("anna").admin;
  await anna.people.remove({ id: people.thandi.id });
  const issue = (residentId: string) => admin.issue({ ...lateRent, residentId });
  await expect(issue(people.thandi.id)).rejects.toThrow("This person could not be found");
  await expect(issue("nobody")).rejects.toThrow("This person could not be found");
  const { id: unitId } = await anna.units.add({ label: "Unit 7" });
  const { id: bank } = await anna.people.add({ name: "First Bank", juristic: true });
  const since = "2020-01-01";
  await anna.parties.add({ unitId, personId: bank, role: "bondholder", since });
  const { id: left } = await anna.people.add({ name: "Left", surname: "Long ago" });
  const past = { unitId, personId: left, role: "tenant", since, until: "2021-01-01" } as const;
  await anna.parties.add(past);
  for (const residentId of [people.sipho.id, people.anna.id, bank, left])
    await expect(issue(residentId)).rejects.toThrow("do not own, rent or live in any unit");
});

test.each(["owner", "tenant", "occupant"] as const)(
  "an %s can be fined: a company, somebody without a login, and an admin",
  async (role) => {
    const { as, admin, lateRent, people } = novemberBuilding();
    const anna = as("anna").admin;
    const { id: unitId } = await anna.units.add({ label: "Unit 7" });
    const company = await anna.people.add({ name: "Acacia Trust", juristic: true });
    const other = await anna.people.add({ name: "Ben", surname: "Known" });
    const share = role === "owner" ? { share: 300_000 } : {};
    for (const personId of [company.id, other.id, people.anna.id]) {
      await anna.parties.add({ unitId, personId, role, since: "2020-01-01", ...share });
      const fine = await admin.issue({ ...lateRent, residentId: personId });
      expect(fine).toMatchObject({ residentId: personId, roomNo: "Unit 7", status: "Unpaid" });
    }
    const { rows } = await admin.list({ personId: company.id });
    expect(rows).toMatchObject([{ name: "Acacia Trust", surname: "", roomNo: "Unit 7" }]);
    const days = daysIn(
      () => "Africa/Johannesburg",
      () => new Date(),
    );
    const [whose] = fineRules(days).fields;
    expect(rows.map((row) => whose?.value(row))).toEqual(["Acacia Trust, Unit 7"]);
    expect((await admin.of({ profileId: company.id })).rows.map(toWire)).toMatchObject([
      { Name: "Acacia Trust" },
    ]);
  },
);

test("what somebody owes is what is not paid, and of that what waits to be looked at", async () => {
  const { admin, lateRent } = novemberBuilding();
  const { residentId } = lateRent;
  const nothing = { count: 0, cents: 0 };
  expect(await admin.owedBy({ residentId })).toEqual({ unpaid: nothing, pending: nothing });
  const [one, other] = [await admin.issue(lateRent), await admin.issue(lateRent)];
  await admin.setStatus({ fineId: one.id, status: "Pending..." });
  const one45 = { count: 1, cents: 45_000 };
  expect(await admin.owedBy({ residentId })).toEqual({ unpaid: one45, pending: one45 });
  await admin.setStatus({ fineId: one.id, status: "Paid" });
  await admin.setStatus({ fineId: other.id, status: "Paid" });
  expect(await admin.owedBy({ residentId })).toEqual({ unpaid: nothing, pending: nothing });
});
