import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { inDays } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { events } from "../../../platform/live/table.ts";
import { handClock, openHouse } from "../../../testing.ts";

/** A building where Thandi owns Unit 12, which is let to Pieter, with Anna at the gate. */
async function openGate() {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { as, people } = house;
  const admin = as("anna").admin;
  const { id: unitId } = await admin.units.add({ label: "Unit 12" });
  const enter = (personId: string, role: "owner" | "tenant") =>
    admin.parties.add({ unitId, personId, role, since: inDays(-30) });
  await enter(people.thandi.id, "owner");
  await enter(people.pieter.id, "tenant");
  return { ...house, pass, unitId, gate: as("anna").gate, enter };
}

test("a unit is asked about a visitor; somebody of it lets them in, and the gate sees that", async () => {
  const { as, db, gate, unitId } = await openGate();
  const pieter = as("pieter").member.entryRequests;
  const { id } = await gate.entryRequests.ask({ unitId, visitorName: "Jan Botha", plate: "nd 12" });
  const asked = { id, unit: "Unit 12", visitorName: "Jan Botha", plate: "ND12" };
  expect(await pieter.mine()).toEqual([{ ...asked, changesInMs: 10 * 60_000 }]);
  // A second press asks nothing new.
  expect(await gate.entryRequests.ask({ unitId, visitorName: "Jan Botha", plate: "ND12" })).toEqual(
    { id },
  );
  expect(await gate.entryRequests.open()).toMatchObject([
    { ...asked, answer: null, rings: true, contacts: [] },
  ]);
  await pieter.answer({ entryRequestId: id, admits: true });
  expect(await pieter.mine()).toEqual([]);
  expect(await gate.entryRequests.open()).toMatchObject([{ id, answer: "admitted", contacts: [] }]);
  const { inside } = await gate.visits.now();
  expect(inside).toMatchObject([{ visitorName: "Jan Botha", unit: "Unit 12", plate: "ND12" }]);
  const late = pieter.answer({ entryRequestId: id, admits: false });
  await expect(late).rejects.toMatchObject({ cause: { code: "entry.answered" } });
  await gate.entryRequests.close({ entryRequestId: id });
  expect(await gate.entryRequests.open()).toEqual([]);
  // Whom they visit is told of the visit, and nobody else's events have its id.
  const [visit] = inside;
  const told = db
    .select()
    .from(events)
    .where(eq(events.about, visit?.id ?? ""))
    .all();
  expect(told).toMatchObject([{ audience: "gate" }]);
});

test("a visit is to the unit that was asked, also if whoever says yes has another", async () => {
  const { as, gate, people } = await openGate();
  for (const label of ["Unit 13", "Unit 14"]) {
    const { id: unitId } = await as("anna").admin.units.add({ label });
    const owner = {
      unitId,
      personId: people.bongani.id,
      role: "owner",
      since: inDays(-9),
    } as const;
    await as("anna").admin.parties.add(owner);
  }
  const units = await gate.entryRequests.units();
  for (const asked of ["Unit 14", "Unit 13"]) {
    const unitId = units.find(({ label }) => label === asked)?.id ?? "";
    const { id: entryRequestId } = await gate.entryRequests.ask({ unitId, visitorName: asked });
    await as("bongani").member.entryRequests.answer({ entryRequestId, admits: true });
  }
  const { inside } = await gate.visits.now();
  expect(inside.map(({ unit }) => unit).sort()).toEqual(["Unit 13", "Unit 14"]);
  for (const { unit, visitorName } of inside) expect(unit).toBe(visitorName);
});

test("a refusal lets nobody in, and leaves no name of the visitor", async () => {
  const { as, db, gate, unitId } = await openGate();
  const { id } = await gate.entryRequests.ask({ unitId, visitorName: "Jan Botha" });
  await as("pieter").member.entryRequests.answer({ entryRequestId: id, admits: false });
  expect(await gate.entryRequests.open()).toMatchObject([{ id, answer: "refused" }]);
  expect((await gate.visits.now()).inside).toEqual([]);
  const entries = db.select().from(auditEvents).all();
  expect(entries.filter(({ action }) => action === "visitors.refuse")).toMatchObject([
    { subjectId: unitId },
  ]);
  expect(JSON.stringify(entries)).not.toContain("Botha");
});

test("only who lives there is asked; after 30 s the guard has their numbers, and notes what they say", async () => {
  const { as, gate, pass, people, unitId } = await openGate();
  const { id: entryRequestId } = await gate.entryRequests.ask({ unitId });
  // Her unit is let to Pieter.
  expect(await as("thandi").member.entryRequests.mine()).toEqual([]);
  expect(await as("anna").member.entryRequests.mine()).toEqual([]);
  const other = as("thandi").member.entryRequests.answer({ entryRequestId, admits: true });
  await expect(other).rejects.toMatchObject({ cause: { code: "entry.unknown" } });
  pass({ seconds: 29 });
  expect(await gate.entryRequests.open()).toMatchObject([{ contacts: [] }]);
  pass({ seconds: 1 });
  const personId = people.pieter.id;
  expect(await gate.entryRequests.open()).toMatchObject([
    { contacts: [{ personId, number: "082 123 4567" }] },
  ]);
  const theirs = { entryRequestId, admits: true };
  const stranger = gate.entryRequests.answer({ ...theirs, personId: people.thandi.id });
  await expect(stranger).rejects.toMatchObject({ cause: { code: "entry.unknown" } });
  await gate.entryRequests.answer({ ...theirs, personId });
  expect((await gate.visits.now()).inside).toMatchObject([{ visitorName: "", unit: "Unit 12" }]);
});

test("the gate goes on seeing its requests when somebody of a unit is removed meanwhile", async () => {
  const { as, enter, gate, pass, people, unitId } = await openGate();
  await enter(people.bongani.id, "tenant");
  await gate.entryRequests.ask({ unitId });
  pass({ seconds: 30 });
  await as("anna").admin.people.remove({ id: people.pieter.id });
  expect(await gate.entryRequests.open()).toMatchObject([
    { contacts: [{ personId: people.bongani.id }] },
  ]);
});

test("a request is over after ten minutes, and a unit where nobody lives cannot be asked", async () => {
  const { as, gate, pass, unitId } = await openGate();
  const { id: entryRequestId } = await gate.entryRequests.ask({ unitId });
  const { mine } = as("pieter").member.entryRequests;
  pass({ minutes: 9 });
  expect(await mine()).toMatchObject([{ changesInMs: 60_000 }]);
  pass({ minutes: 1 });
  expect(await gate.entryRequests.open()).toEqual([]);
  expect(await mine()).toEqual([]);
  const late = as("pieter").member.entryRequests.answer({ entryRequestId, admits: true });
  await expect(late).rejects.toMatchObject({ cause: { code: "entry.unknown" } });
  const { id: empty } = await as("anna").admin.units.add({ label: "Unit 13" });
  const nobody = gate.entryRequests.ask({ unitId: empty });
  await expect(nobody).rejects.toMatchObject({ cause: { code: "entry.nobody" } });
  const unknown = gate.entryRequests.ask({ unitId: "nothing" });
  await expect(unknown).rejects.toMatchObject({ cause: { code: "units.unknown" } });
});

test("of two answers at one instant the first one counts", async () => {
  const { as, enter, gate, people, unitId } = await openGate();
  await enter(people.bongani.id, "tenant");
  const { id: entryRequestId } = await gate.entryRequests.ask({ unitId });
  const [yes, no] = await Promise.allSettled([
    as("pieter").member.entryRequests.answer({ entryRequestId, admits: true }),
    as("bongani").member.entryRequests.answer({ entryRequestId, admits: false }),
  ]);
  expect([yes.status, no.status]).toEqual(["fulfilled", "rejected"]);
  expect((await gate.visits.now()).inside).toHaveLength(1);
});
