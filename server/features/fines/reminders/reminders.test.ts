import { eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { lateRent } from "../../../contract/samples.ts";
import { newId } from "../../../database/columns.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { handClock, openHouse } from "../../../testing.ts";
import { people } from "../../people/table.ts";
import { mostLetters } from "../schema.ts";
import { fines } from "../table.ts";
import { noteLetters } from "./service.ts";

/** On 20 November 2026 two residents have fines; then ten days pass. */
async function withDebts() {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { as, people } = house;
  const fine = (residentId: string, amountCents: number, dueDate: string) =>
    as("anna").admin.fines.issue({ ...lateRent, residentId, amountCents, dueDate });
  const late = await fine(people.thandi.id, 45_000, "2026-11-25");
  const later = await fine(people.thandi.id, 10_000, "2027-01-01");
  const pending = await fine(people.thandi.id, 20_000, "2026-11-21");
  const paid = await fine(people.pieter.id, 30_000, "2026-11-21");
  await as("anna").admin.fines.setStatus({ fineId: pending.id, status: "Pending..." });
  await as("anna").admin.fines.setStatus({ fineId: paid.id, status: "Paid" });
  pass({ days: 10 });
  return { ...house, pass, late, later, pending, reminders: as("anna").admin.reminders };
}

test("who has an overdue fine is listed with what they owe and for how long", async () => {
  const { people, reminders } = await withDebts();
  expect((await reminders.debtors()).rows).toEqual([
    {
      id: people.thandi.id,
      name: "thandi Mokoena",
      address: "Unit 3",
      fines: 1,
      owedCents: 45_000,
      days: 5,
      pending: 1,
      lastLetterAt: null,
      reminded: false,
      lacksAddress: false,
    },
  ]);
});

test("of who left the list says that a letter would have no address, until one is typed", async () => {
  const { as, people, pass, reminders } = await withDebts();
  const { units, parties, corrections } = as("anna").admin;
  const { id: unitId } = await units.add({ label: "Unit 3" });
  const personId = people.thandi.id;
  const [home] = (await parties.ofUnit({ unitId })).parties;
  await parties.end({ partyId: home?.id ?? "", until: "2026-11-30" });
  const listed = async () => (await reminders.debtors()).rows[0];
  expect(await listed()).toMatchObject({ address: "Unit 3", lacksAddress: false });
  pass({ days: 1 });
  expect(await listed()).toMatchObject({ address: "", lacksAddress: true });
  const { version, name, surname, email } = await corrections.details({ personId });
  const serviceAddress = "12 Long Street\nCape Town";
  await corrections.correct({ personId, version, name, surname, email, serviceAddress });
  expect(await listed()).toMatchObject({ address: "", lacksAddress: false });
  expect((await reminders.letters({ residentIds: [personId] })).letters).toMatchObject([
    { address: "", sendTo: serviceAddress },
  ]);
});

test("what a letter names is reminded, and what gets late afterwards is not", async () => {
  const { as, people, pass, late, later, reminders } = await withDebts();
  const overdue = async () => {
    const needs = await as("anna").admin.dashboard.needs();
    const { count, cents, later } = needs.find(({ kind }) => kind === "fines") ?? {};
    return { count, cents, later };
  };
  const remindedAt = async (fineId: string) =>
    (await as("anna").admin.fines.one({ fineId })).remindedAt;
  expect(await overdue()).toEqual({ count: 1, cents: 45_000, later: 0 });
  await reminders.make({ residentIds: [people.thandi.id] });
  expect(await remindedAt(late.id)).toBe("2026-11-30T09:26:24.123Z");
  expect(await remindedAt(later.id)).toBeNull();
  expect((await reminders.debtors()).rows[0]?.reminded).toBe(true);
  expect(await overdue()).toEqual({ count: 0, cents: 0, later: 1 });

  pass({ days: 40 });
  expect((await reminders.debtors()).rows[0]).toMatchObject({ fines: 2, reminded: false });
  expect(await overdue()).toEqual({ count: 1, cents: 10_000, later: 1 });
  await as("anna").admin.fines.setStatus({ fineId: late.id, status: "Paid" });
  expect(await overdue()).toEqual({ count: 1, cents: 10_000, later: 0 });
});

test("a letter says what is late, what comes later and what is being looked at, and is noted once it is made", async () => {
  const { db, people, late, later, pending, reminders } = await withDebts();
  const order = { residentIds: [people.thandi.id, people.pieter.id] };
  const { letters } = await reminders.letters(order);
  expect(letters).toMatchObject([
    {
      id: people.thandi.id,
      owedCents: 45_000,
      late: [{ reference: late.reference, days: 5 }],
      later: [{ reference: later.reference }],
      pending: [{ reference: pending.reference }],
    },
  ]);
  expect((await reminders.debtors()).rows[0]?.lastLetterAt).toBeNull();
  await reminders.make(order);
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    actorId: people.anna.id,
    action: "reminders.make",
    subjectId: people.thandi.id,
    after: { references: [late.reference], owedCents: 45_000 },
  });
  expect((await reminders.debtors()).rows[0]?.lastLetterAt).toBe("2026-11-30T09:26:24.123Z");
});

test("of more people than get a letter at once those come first who wait longest for one, and the rest is counted", async () => {
  const { db, people: neighbours, late, reminders } = await withDebts();
  await reminders.make({ residentIds: [neighbours.thandi.id] });
  const [person] = db.select().from(people).where(eq(people.id, neighbours.thandi.id)).all();
  const [fine] = db.select().from(fines).where(eq(fines.id, late.id)).all();
  if (!person || !fine) throw new Error("Thandi has a fine.");
  for (let count = 0; count < mostLetters; count += 1) {
    const id = newId();
    db.insert(people)
      .values({ ...person, id })
      .run();
    const owed = { id: newId(), residentId: id, reference: `F-${count}`, remindedAt: null };
    // Each is due later than Thandi's.
    db.insert(fines)
      .values({ ...fine, ...owed, dueDate: "2026-11-26" })
      .run();
  }
  const { rows, leftOut } = await reminders.debtors();
  expect([rows.length, leftOut]).toEqual([mostLetters, 1]);
  expect(rows.filter(({ reminded }) => reminded)).toEqual([]);
  const before = "2026-11-29T09:00:00.000Z";
  db.update(fines).set({ remindedAt: before }).where(isNull(fines.remindedAt)).run();
  const again = (await reminders.debtors()).rows.map(({ id }) => id);
  expect(again).not.toContain(neighbours.thandi.id);
});

test("letters whose answer was lost are noted once", async () => {
  const { db, services, pass, people } = await withDebts();
  const make = (requestKey: string) => {
    const by = { accountId: people.anna.id, origin: "test", requestKey };
    noteLetters(db, by, [people.thandi.id], services.now());
  };
  const noted = () =>
    db.select().from(auditEvents).where(eq(auditEvents.action, "reminders.make")).all();
  make("one");
  pass({ minutes: 1 });
  make("one");
  expect(noted()).toHaveLength(1);
  make("another");
  expect(noted()).toHaveLength(2);
});

test("a fine that was withdrawn or has its proof sent needs no letter", async () => {
  const { as, people, late, reminders } = await withDebts();
  await as("anna").admin.fineDecisions.withdraw({ fineId: late.id, reason: "A mistake" });
  expect(await reminders.debtors()).toEqual({ rows: [], leftOut: 0 });
  await expect(reminders.make({ residentIds: [people.thandi.id] })).rejects.toThrow(
    "None of them has an overdue fine any more",
  );
  await expect(reminders.make({ residentIds: ["nobody's id"] })).rejects.toThrow(
    "None of them has",
  );
  await expect(reminders.make({ residentIds: [] })).rejects.toThrow("must name somebody");
});

test("a set of letters is one event for the screens of admins, also when it is sent again, and no news for anybody", async () => {
  const { as, db, services, people, pass, late } = await withDebts();
  const residentIds = [people.thandi.id, people.pieter.id];
  await as("anna").admin.fines.issue({
    ...lateRent,
    residentId: people.pieter.id,
    dueDate: "2026-11-30",
  });
  pass({ days: 2 });
  const last = () => db.$client.prepare("SELECT max(number) FROM events").pluck().get();
  const before = last();
  const newsOf = async () =>
    [await as("bongani").member.live.news(), await as("thandi").member.live.news()].map(
      ({ rows }) => rows,
    );
  const known = await newsOf();
  const by = { accountId: people.anna.id, origin: "test", requestKey: "letters-1" };
  for (const _ of ["sent", "sent again"]) noteLetters(db, by, residentIds, services.now());
  const told = db.$client
    .prepare("SELECT topic, about, audience, person_id AS person FROM events WHERE number > ?")
    .all(before);
  const event = { topic: "fine", about: late.id, audience: "adminScreens", person: null };
  expect(told).toEqual([event]);
  expect(await newsOf()).toEqual(known);
});
