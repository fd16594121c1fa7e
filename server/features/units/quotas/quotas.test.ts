import { expect, test } from "vitest";
import { openHouse } from "../../../testing.ts";
import { formatQuota, isWhole, parseQuota, quotaInWords, quotasFromAreas } from "./schema.ts";

const unit = { label: "Unit 3", sectionNumber: "3", participationQuota: 25_000 };

test("a quota holds from its day on, with its paper, and the register shows any day's", async () => {
  const { as } = openHouse();
  const { add, all, one } = as("anna").admin.units;
  const setQuota = as("anna").admin.quotas.set;
  const { id: unitId } = await add(unit);
  const paper = "Sectional plan SS 12/1998, amended";
  await setQuota({ unitId, participationQuota: 30_000, since: "2026-03-01", paper });
  await setQuota({ unitId, participationQuota: 31_000, since: "2026-03-01", paper });
  const on = async (asAt: string) => (await all({ asAt })).rows[0]?.participationQuota;
  expect([await on("2026-02-28"), await on("2026-03-01")]).toEqual([25_000, 31_000]);
  expect((await one({ unitId })).quotas).toEqual([
    { quota: 31_000, since: "2026-03-01", paper },
    { quota: 25_000, since: "", paper: "" },
  ]);
  const without = { unitId, participationQuota: 30_000, since: "2026-03-01", paper: " " };
  await expect(setQuota(without)).rejects.toThrow("must not be empty");
});

test("who enters a quota after another admin did is told, and may then enter it", async () => {
  const { as } = openHouse();
  const { add, one } = as("anna").admin.units;
  const setQuota = as("anna").admin.quotas.set;
  const { id: unitId } = await add(unit);
  const { quotasVersion: version } = await one({ unitId });
  const paper = "Sectional plan SS 12/1998, amended";
  const theirs = { unitId, participationQuota: 30_000, since: "2026-03-01", paper, version };
  await setQuota(theirs);
  await setQuota(theirs);
  const own = { ...theirs, participationQuota: 31_000 };
  await expect(setQuota(own)).rejects.toMatchObject({ code: "CONFLICT" });
  const { quotas, quotasVersion } = await one({ unitId });
  expect(quotas[0]).toMatchObject({ quota: 30_000 });
  await setQuota({ ...own, version: quotasVersion });
  expect((await one({ unitId })).quotas[0]).toMatchObject({ quota: 31_000 });
});

// The worked examples T1 and T2 of the register's law.
test.each([
  ["T1", [71, 64, 64, 58, 58, 43, 43], "17.7057 15.9601 15.9601 14.4638 14.4638 10.7232 10.7232"],
  ["T2, three of 47 m²", [47, 47, 47], "33.3333 33.3333 33.3333"],
  ["T2, six of 50 m²", Array(6).fill(50), Array(6).fill("16.6667").join(" ")],
])("%s: quotas by floor area, and no warning for what rounding leaves", (_, areas, expected) => {
  const quotas = quotasFromAreas(areas);
  expect(quotas.map(formatQuota).join(" ")).toBe(expected);
  const sum = quotas.reduce((total, quota) => total + quota, 0);
  expect(sum).not.toBe(1_000_000);
  expect(isWhole(sum, quotas.length)).toBe(true);
  expect(quotaInWords(sum, quotas.length)).not.toContain("In a whole scheme");
});

// Sectional Titles Act 95 of 1986, section 32(1), read word by word: the floor area "of all the sections in
// the building or buildings". A garage that is a section of its own is one of them.
test("a section's quota by floor area is its part of all sections, garages too, once all have an area", async () => {
  const { as } = openHouse();
  const { units, quotas } = as("anna").admin;
  const { id: first } = await units.add({ label: "Unit 1", floorArea: 75 });
  const { id: garage } = await units.add({ label: "Garage 1", kind: "utility", floorArea: 20 });
  const second = { label: "Unit 2", floorArea: 25 };
  const { id: unitId } = await units.add({ label: second.label });
  const computed = () =>
    Promise.all([first, garage, unitId].map((each) => quotas.fromAreas({ unitId: each })));
  expect(await computed()).toEqual([null, null, null]);
  await units.update({ unitId, ...second });
  expect(await computed()).toEqual([625_000, 166_667, 208_333]);
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
  expect(quotaInWords(1_000_000, 3)).toBe(
    "The participation quotas (PQ) of all units add up to 100 %.",
  );
  expect(quotaInWords(999_999, 1)).toContain("99.9999 %. In a whole scheme they add up to 100 %");
  // T2.
  expect(isWhole(250_000 * 3 + 249_000, 4)).toBe(false);
});
