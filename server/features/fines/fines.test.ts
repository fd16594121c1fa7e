import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditEvents } from "../../platform/audit/table.ts";
import { handClock, openHouse, openServer } from "../../testing.ts";
import { people as peopleTable } from "../people/table.ts";
import { fines } from "./table.ts";

/** A building on 20 November 2026, and a fine to issue in it. */
function novemberBuilding(options: Parameters<typeof openHouse>[0] = {}) {
  const { clock, pass } = handClock();
  const house = openHouse({ clock, ...options });
  const lateRent = {
    type: "Late Rent" as const,
    residentId: house.people.thandi.id,
    amountCents: 45_000,
    dueDate: "2026-12-01",
    reason: "November came late",
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
  db.update(peopleTable)
    .set({ address: "Unit 12" })
    .where(eq(peopleTable.id, people.thandi.id))
    .run();
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

test("a change that starts from a status that is gone is refused and changes nothing", async () => {
  const { as, admin, lateRent } = novemberBuilding();
  const { id: fineId } = await admin.issue(lateRent);
  await admin.setStatus({ fineId, status: "Paid", from: "Unpaid" });
  await expect(
    as("bongani").admin.fines.setStatus({ fineId, status: "Pending...", from: "Unpaid" }),
  ).rejects.toThrow("Somebody else has just changed this fine");
  expect(await admin.one({ fineId })).toMatchObject({ status: "Paid" });
  expect(await admin.setStatus({ fineId, status: "Unpaid" })).toMatchObject({ status: "Unpaid" });
});

test("how to pay: the amount, the reference, and the bank details once an admin gave them", async () => {
  const { as, admin, lateRent } = novemberBuilding();
  const { id: fineId, reference } = await admin.issue(lateRent);
  const howToPay = () => as("thandi").resident.fines.howToPay({ fineId });
  const plain = { amountCents: 45_000, reference, status: "Unpaid" };
  expect(await howToPay()).toEqual({ ...plain, bankDetails: null });
  const bankDetails = {
    bank: "FNB",
    accountHolder: "Acacia Court Body Corporate",
    accountNumber: "62000000000",
    branchCode: "250655",
  };
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
    await expect(issue(residentId)).rejects.toThrow("own, rent and live in no unit");
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
    expect((await admin.list({ personId: company.id })).rows).toMatchObject([
      { name: "Acacia Trust", surname: "", roomNo: "Unit 7" },
    ]);
  },
);

test("paging walks every fine exactly once while others are issued, newest first", async () => {
  const { as, admin, lateRent, people } = novemberBuilding();
  for (let cents = 1; cents <= 7; cents += 1)
    await admin.issue({ ...lateRent, amountCents: cents });
  await admin.issue({ ...lateRent, amountCents: 99, residentId: people.pieter.id });
  const lists = [
    [(page: object) => admin.all(page), [99, 7, 6, 5, 4, 3, 2, 1]],
    [(page: object) => as("thandi").resident.fines.mine(page), [7, 6, 5, 4, 3, 2, 1]],
  ] as const;
  for (const [list, expected] of lists) {
    const walked: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { rows, nextCursor } = await list({ limit: 3, ...(cursor && { cursor }) });
      walked.push(...rows.map(({ amountCents }) => amountCents));
      // Fines issued later belong on a page that was shown already.
      if (nextCursor) await admin.issue({ ...lateRent, amountCents: 1000 });
      cursor = nextCursor;
    }
    expect(walked.filter((cents) => cents !== 1000)).toEqual(expected);
  }
});

test("a page that is exactly full is the last one when there is no more", async () => {
  const { admin, lateRent } = novemberBuilding();
  for (let each = 0; each < 2; each += 1) await admin.issue(lateRent);
  expect((await admin.all({ limit: 2 })).nextCursor).toBeNull();
  expect((await admin.all({ limit: 1 })).nextCursor).not.toBeNull();
});

test("one idempotency key makes one fine, and another admin's same key is another", async () => {
  const { rest, people, db } = await openServer();
  const path = `POST /api/property/admin/resident/${people.thandi.id}/fine/newfine`;
  const sent = { Type: "Late Rent", Amount: "450", DueDate: "2099-01-01", Reason: "Late" };
  const key = { "idempotency-key": "7f0c" };
  const [anna, bongani] = [rest("anna"), rest("bongani")];
  const first = await anna(path, sent, key);
  expect((await anna(path, sent, key)).body).toEqual(first.body);
  const together = await Promise.all([bongani(path, sent, key), bongani(path, sent, key)]);
  expect(together[0]?.body).toEqual(together[1]?.body);
  expect(together[0]?.body.id).not.toBe(first.body.id);
  expect(await anna(path, { ...sent, Amount: "451" }, key)).toMatchObject({
    status: 409,
    body: { code: "request.key_reused" },
  });
  expect(db.select().from(fines).all()).toHaveLength(2);
});

test("setting the status it has is no change: the trail has nothing of it", async () => {
  const { admin, lateRent, db } = novemberBuilding();
  const { id: fineId } = await admin.issue(lateRent);
  await admin.setStatus({ fineId, status: "Paid" });
  const entries = () => db.select().from(auditEvents).all().length;
  const before = entries();
  expect(await admin.setStatus({ fineId, status: "Paid" })).toMatchObject({ status: "Paid" });
  await admin.setStatus({ fineId, status: "Paid", from: "Paid" });
  expect(entries()).toBe(before);
  await admin.setStatus({ fineId, status: "Unpaid" });
  expect(entries()).toBe(before + 1);
});

test("a resident neither sees nor changes another's fine", async () => {
  const { as, admin, lateRent, people } = novemberBuilding();
  const { id: fineId } = await admin.issue(lateRent);
  const { fines: theirs } = as("pieter").resident;
  const named = { profileId: people.thandi.id };
  const notYours = "This belongs to somebody else";
  await expect(theirs.mine(named)).rejects.toThrow(notYours);
  for (const call of [theirs.one, theirs.howToPay]) {
    await expect(call({ fineId })).rejects.toThrow("This fine could not be found");
    await expect(call({ fineId, ...named })).rejects.toThrow(notYours);
  }
  const change = as("pieter").admin.fines.setStatus({ fineId, status: "Paid" });
  await expect(change).rejects.toThrow("Your account is not allowed to do this");
  expect(await admin.one({ fineId })).toMatchObject({ status: "Unpaid" });
});

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
