import { expect, test } from "vitest";
import { auditEvents } from "../../platform/audit/table.ts";
import { openHouse, openServer } from "../../testing.ts";
import { formatQuota, newUnit, parseQuota, quotaInWords } from "./schema.ts";

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

test("a label is taken whatever the case and the spaces, until its unit is removed", async () => {
  const { as } = openHouse();
  const { add, remove, update } = as("anna").admin.units;
  const { id } = await add({ label: "Unit 12" });
  const other = await add({ label: "Unit 13" });
  for (const label of ["Unit 12", "UNIT12", " u nit 12 "]) {
    await expect(add({ label })).rejects.toThrow("Another unit already has this name");
    await expect(update({ unitId: other.id, label })).rejects.toThrow("already has this name");
  }
  await update({ unitId: id, label: "UNIT 12" });
  await remove({ unitId: id });
  await add({ label: "Unit 12" });
});

test("a unit is replaced; a field that is left out becomes empty", async () => {
  const { as, db } = openHouse();
  const { add, one, update } = as("anna").admin.units;
  const { id } = await add({ ...unit, label: "Unit 30" });
  await update({ unitId: id, label: "Unit 30", sectionNumber: "31" });
  expect(await one({ unitId: id })).toEqual({
    id,
    label: "Unit 30",
    sectionNumber: "31",
    participationQuota: null,
  });
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "units.update",
    before: { sectionNumber: "3", participationQuota: 25_000 },
    after: { sectionNumber: "31", participationQuota: null },
  });
});

test("residents' addresses follow their unit's new label", async () => {
  const { as } = openHouse();
  const { id } = await as("anna").admin.units.add({ label: "UNIT3" });
  await as("anna").admin.units.update({ unitId: id, label: "Flat 3" });
  expect(await as("thandi").resident.profile.get({})).toMatchObject({ address: "Flat 3" });
  expect(await as("pieter").resident.profile.get({})).toMatchObject({ address: "Unit 4" });
});

test("a unit where somebody lives cannot be removed, and the error says who", async () => {
  const { as, people } = openHouse();
  const { all, add, remove } = as("anna").admin.units;
  const { id: unitId } = await add(unit);
  await expect(remove({ unitId })).rejects.toThrow(
    "thandi Mokoena still lives in Unit 3. Change their address or remove them first.",
  );
  expect((await all()).rows).toHaveLength(1);
  await as("anna").admin.people.remove({ id: people.thandi.id });
  await remove({ unitId });
  expect((await all()).rows).toEqual([]);
  await expect(remove({ unitId })).rejects.toThrow("This unit could not be found");
});

test("adding twice with one key makes one unit", async () => {
  const { rest, as } = await openServer();
  const send = () =>
    rest("anna")("POST /api/trpc/admin.units.add", unit, { "idempotency-key": "double click" });
  expect((await send()).body).toEqual((await send()).body);
  expect((await as("anna").admin.units.all()).rows).toHaveLength(1);
});

test.each([
  ["no label", { label: "  " }, "must not be empty"],
  ["a label of 81 letters", { label: "x".repeat(81) }, "at most 80"],
  ["a turning mark in it", { label: "Unit\u202e3" }, "cannot be shown"],
  ["a section of 21 letters", { label: "1", sectionNumber: "x".repeat(21) }, "at most 20"],
  ["no PQ at all", { label: "1", participationQuota: 0 }, "more than 0"],
  ["more than the whole", { label: "1", participationQuota: 1_000_001 }, "at most 100"],
  ["a part of 1/10 000", { label: "1", participationQuota: 2.5 }, "percentage such as 2.5"],
])("%s: refused in words", (_, given, says) => {
  const { error } = newUnit.safeParse(given);
  expect(error?.issues.map(({ message }) => message).join()).toContain(says);
});

test.each([
  ["2.5", 25_000],
  ["2,5", 25_000],
  [" 2.5000 % ", 25_000],
  ["2.50000", 25_000],
  ["0.0001", 1],
  ["100", 1_000_000],
  ["2.12345", "must have at most four decimals"],
  ["0", "must be more than 0"],
  ["0,00", "must be more than 0"],
  ["100.0001", "must be at most 100"],
  ["-1", "must be a percentage"],
  ["1 000", "must be a percentage"],
  ["2.5.1", "must be a percentage"],
  ["1e2", "must be a percentage"],
])("a PQ of %j", (typed, means) => {
  const parsed = parseQuota(typed);
  if (typeof means === "number") expect(parsed).toEqual({ quota: means });
  else expect(parsed).toEqual({ problem: expect.stringContaining(means) });
});

test("quotas are written with their four decimals, and the whole is 100 %", () => {
  expect([1, 25_000, 1_000_000].map(formatQuota)).toEqual(["0.0001", "2.5000", "100.0000"]);
  expect(quotaInWords(1_000_000)).toBe(
    "The participation quotas (PQ) of all units add up to 100 %.",
  );
  expect(quotaInWords(999_999)).toContain("99.9999 %. In a whole scheme they add up to 100 %");
});
