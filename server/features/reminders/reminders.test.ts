import { expect, test } from "vitest";
import { auditEvents } from "../../platform/audit/table.ts";
import { handClock, openHouse } from "../../testing.ts";

/** On 20 November 2026 two residents have fines; then ten days pass. */
async function withDebts() {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { as, people } = house;
  const fine = (residentId: string, amountCents: number, dueDate: string) =>
    as("anna").admin.fines.issue({
      residentId,
      type: "Maintenance Violation",
      amountCents,
      dueDate,
      reason: "Rubble",
    });
  const late = await fine(people.thandi.id, 45_000, "2026-11-25");
  const later = await fine(people.thandi.id, 10_000, "2027-01-01");
  const pending = await fine(people.thandi.id, 20_000, "2026-11-21");
  const paid = await fine(people.pieter.id, 30_000, "2026-11-21");
  await as("anna").admin.fines.setStatus({ fineId: pending.id, status: "Pending..." });
  await as("anna").admin.fines.setStatus({ fineId: paid.id, status: "Paid" });
  pass({ days: 10 });
  return { ...house, late, later, pending, reminders: as("anna").admin.reminders };
}

test("who has an overdue fine is listed with what they owe and for how long", async () => {
  const { people, reminders } = await withDebts();
  expect(await reminders.debtors()).toEqual([
    {
      id: people.thandi.id,
      name: "thandi Mokoena",
      address: "Unit 3",
      fines: 1,
      owedCents: 45_000,
      days: 5,
      pending: 1,
      lastLetterAt: null,
    },
  ]);
});

test("a letter says what is late, what comes later and what is being looked at, and is noted", async () => {
  const { db, people, late, later, pending, reminders } = await withDebts();
  const { letters } = await reminders.make({ residentIds: [people.thandi.id, people.pieter.id] });
  expect(letters).toMatchObject([
    {
      id: people.thandi.id,
      owedCents: 45_000,
      late: [{ reference: late.reference, days: 5 }],
      later: [{ reference: later.reference }],
      pending: [{ reference: pending.reference }],
    },
  ]);
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    actorId: people.anna.id,
    action: "reminders.make",
    subjectId: people.thandi.id,
    after: { references: [late.reference], owedCents: 45_000 },
  });
  expect((await reminders.debtors())[0]?.lastLetterAt).toBe("2026-11-30T09:26:24.123Z");
});

test("a fine that was withdrawn or has its proof sent needs no letter", async () => {
  const { as, people, late, reminders } = await withDebts();
  await as("anna").admin.fineDecisions.withdraw({ fineId: late.id, reason: "A mistake" });
  expect(await reminders.debtors()).toEqual([]);
  await expect(reminders.make({ residentIds: [people.thandi.id] })).rejects.toThrow(
    "None of them has an overdue fine any more",
  );
});

test.each([
  ["nobody", [] as string[], "must name somebody"],
  ["a stranger", ["nobody's id"], "None of them has"],
])("letters to %s are refused", async (_, residentIds, words) => {
  const { reminders } = await withDebts();
  await expect(reminders.make({ residentIds })).rejects.toThrow(words);
});
