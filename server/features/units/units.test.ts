import { expect, test } from "vitest";
import { inDays } from "../../contract/samples.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { openHouse } from "../../testing.ts";
import { newUnit } from "./schema.ts";
import { units } from "./table.ts";

const unit = { label: "Unit 3", sectionNumber: "3", participationQuota: 25_000 };

test("a unit is in the register together with the people whose address it is", async () => {
  const { as } = openHouse();
  await as("anna").admin.units.add({ ...unit, label: "unit3" });
  await as("anna").admin.units.add({ label: "Unit 99" });
  expect(await as("anna").admin.units.all()).toMatchObject({
    quotaSum: 25_000,
    rows: [
      { label: "unit3", sectionNumber: "3", residents: [{ name: "thandi Mokoena" }] },
      { label: "Unit 99", sectionNumber: null, participationQuota: null, residents: [] },
    ],
  });
});

test.each([
  ["label", ["Unit 12", "UNIT12", " u nit 12 "], "Another unit already has this name"],
  ["section number", ["12", " 012 "], "Unit 12 already is section 12."],
])("a %s is taken, however it is written, until its unit is removed", async (what, ways, says) => {
  const { as } = openHouse();
  const { add, remove, update } = as("anna").admin.units;
  const { id } = await add({ label: "Unit 12", sectionNumber: "12" });
  const other = await add({ label: "Unit 13", sectionNumber: "13" });
  for (const each of ways) {
    const taken = what === "label" ? { label: each } : { label: "Unit 99", sectionNumber: each };
    await expect(add(taken)).rejects.toThrow(says);
    await expect(update({ unitId: other.id, ...taken })).rejects.toThrow(says);
  }
  await update({ unitId: id, label: "UNIT 12", sectionNumber: "12" });
  await remove({ unitId: id });
  await add({ label: "Unit 12", sectionNumber: "12" });
});

test("a label that only looks like another's is taken too", async () => {
  const { add } = openHouse().as("anna").admin.units;
  await add({ label: "Box" });
  // All of it Cyrillic.
  await expect(add({ label: "\u0412\u043e\u0445" })).rejects.toThrow("already has this name");
});

test("a unit is replaced; a field that is left out becomes empty, its quota stays", async () => {
  const { as, db } = openHouse();
  const { add, one, update } = as("anna").admin.units;
  const { id } = await add({ ...unit, label: "Unit 30", kind: "utility", floorArea: 14 });
  const { paymentReference } = await one({ unitId: id });
  await update({ unitId: id, label: "Unit 30", sectionNumber: "31" });
  expect(await one({ unitId: id })).toMatchObject({
    id,
    label: "Unit 30",
    sectionNumber: "31",
    kind: "primary",
    floorArea: null,
    floor: null,
    notes: "",
    paymentReference,
    participationQuota: 25_000,
    quotas: [{ quota: 25_000, since: "", paper: "" }],
    areas: [],
    weights: [],
  });
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "units.update",
    before: { sectionNumber: "3", kind: "utility", floorArea: 14 },
    after: { sectionNumber: "31", kind: "primary", floorArea: null },
  });
});

test("a unit that came later is in the register from its day on, by section as a number, then by label", async () => {
  const { as } = openHouse();
  const { add, all } = as("anna").admin.units;
  for (const [label, sectionNumber, since] of [
    ["Garage"],
    ["Unit 10", "10"],
    ["Flat B", undefined, "2026-07-01"],
    ["Unit 2", "2"],
  ] as const)
    await add({ label, sectionNumber, since });
  const on = async (asAt: string) => (await all({ asAt })).rows.map(({ label }) => label);
  expect(await on("2026-06-30")).toEqual(["Unit 2", "Unit 10", "Garage"]);
  expect(await on("2026-07-01")).toEqual(["Unit 2", "Unit 10", "Flat B", "Garage"]);
});

test("every unit has its own payment reference, for ever", async () => {
  const { as, db } = openHouse();
  const { add, one } = as("anna").admin.units;
  const { id } = await add({ label: "Unit 3", sectionNumber: "3" });
  const { paymentReference } = await one({ unitId: id });
  expect(paymentReference).toMatch(/^[A-Z]{3}03[A-Z]$/);
  db.update(units).set({ removedAt: "2026-01-01T00:00:00.000Z" }).run();
  const next = await one({ unitId: (await add({ label: "Unit 3", sectionNumber: "3" })).id });
  expect(next.paymentReference).toMatch(/^[A-Z]{3}04[A-Z]$/);
});

test("a unit that somebody has cannot be removed until their last day, and the error says who", async () => {
  const { as, people } = openHouse();
  const { all, add, remove } = as("anna").admin.units;
  const { parties } = as("anna").admin;
  const { id: unitId } = await add(unit);
  const owner = { unitId, role: "owner", since: "2020-01-01" } as const;
  for (const { id } of [people.thandi, people.pieter])
    await parties.add({ ...owner, personId: id, share: 500_000 });
  await expect(remove({ unitId })).rejects.toThrow(
    "thandi Mokoena, pieter van Wyk are still entered for Unit 3. Enter their last day on its page, or remove them first.",
  );
  await as("anna").admin.people.remove({ id: people.thandi.id });
  await expect(remove({ unitId })).rejects.toThrow("pieter van Wyk is still entered for Unit 3.");
  expect((await all()).rows).toHaveLength(1);
  const [pieter] = (await parties.ofUnit({ unitId })).parties;
  await parties.end({ partyId: pieter?.id ?? "", until: inDays(0) });
  await remove({ unitId });
  expect((await all()).rows).toEqual([]);
  await expect(remove({ unitId })).rejects.toThrow("This unit could not be found");
});

test.each([
  ["a label of 81 letters", { label: "x".repeat(81) }, "at most 80"],
  ["a Cyrillic letter among Latin ones", { label: "Un\u0456t 3" }, "different alphabets"],
  ["a section of 21 letters", { label: "1", sectionNumber: "x".repeat(21) }, "at most 20"],
  ["no PQ at all", { label: "1", participationQuota: 0 }, "more than 0"],
  ["0 m²", { label: "1", floorArea: 0 }, "more than 0 square metres"],
  ["half a square metre", { label: "1", floorArea: 47.5 }, "whole square metres"],
  ["more than the whole", { label: "1", participationQuota: 1_000_001 }, "at most 100"],
  ["a part of 1/10 000", { label: "1", participationQuota: 2.5 }, "percentage such as 2.5"],
])("%s: refused in words", (_, given, says) => {
  const { error } = newUnit.safeParse(given);
  expect(error?.issues.map(({ message }) => message).join()).toContain(says);
});

const changed = /since you opened it. Nothing is saved yet/;

test("who saves a unit that another admin changed meanwhile is told, and nothing is overwritten", async () => {
  const { as } = openHouse();
  const { add, one, update } = as("anna").admin.units;
  const { id: unitId } = await add(unit);
  const { version } = await one({ unitId });
  await update({ unitId, version, label: "Unit 3", sectionNumber: "3", floorArea: 64 });
  const other = { unitId, version, label: "Unit 3A", sectionNumber: "3" };
  await expect(update(other)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringMatching(changed),
  });
  expect(await one({ unitId })).toMatchObject({ label: "Unit 3", floorArea: 64 });
  // The same change needs no decision, and whoever has seen the other one may replace it.
  await update({ unitId, version, label: "Unit 3", sectionNumber: "3", floorArea: 64 });
  await update({ ...other, version: (await one({ unitId })).version });
  expect(await one({ unitId })).toMatchObject({ label: "Unit 3A", floorArea: null });
});
