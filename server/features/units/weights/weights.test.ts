import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { handClock, openHouse } from "../../../testing.ts";
import { newWeights, typedWeights } from "./schema.ts";
import { weightsOn } from "./service.ts";

const rule = "Management rule 31A";

/** Two units with quotas, on 20 November 2026. */
async function twoUnits() {
  const house = openHouse({ clock: handClock("2026-11-20T08:00:00.000Z").clock });
  const { add } = house.as("anna").admin.units;
  const one = (await add({ label: "Unit 1", participationQuota: 600_000 })).id;
  const two = (await add({ label: "Unit 2", participationQuota: 400_000 })).id;
  const { set, all } = house.as("anna").admin.weights;
  const enter = (certificateOn: string, first: number | null, second: number | null) =>
    set({
      uses: ["levies"],
      rule,
      certificateOn,
      weights: [
        { unitId: one, weight: first },
        { unitId: two, weight: second },
      ],
    });
  const on = (day: string) => {
    const then = weightsOn(house.db, day, "levies");
    return then && [...then.weights.values()];
  };
  return { ...house, one, two, set, all, enter, on };
}

test("weights under a rule hold from the day of its certificate, the quotas before", async () => {
  const { enter, on, db, all, set, one, two, as } = await twoUnits();
  await enter("2026-03-01", 10_000, 10_000);
  await enter("2026-06-01", 10_000, 25_000);
  expect(on("2026-02-28")).toBeNull();
  expect(on("2026-03-01")).toEqual([10_000, 10_000]);
  expect(on("2026-06-01")).toEqual([10_000, 25_000]);
  expect(weightsOn(db, "2026-06-01", "votes")).toBeNull();
  expect(await all({ asAt: "2026-04-01" })).toEqual({
    levies: {
      rules: [{ rule, certificateOn: "2026-03-01" }],
      weights: { [one]: 10_000, [two]: 10_000 },
    },
    votes: null,
  });
  expect((await as("anna").admin.units.one({ unitId: two })).weights).toEqual([
    { use: "levies", weight: 25_000, rule, certificateOn: "2026-06-01" },
    { use: "levies", weight: 10_000, rule, certificateOn: "2026-03-01" },
  ]);
  // One unit's alone may change, and when the rule is repealed, the quotas hold again.
  const weights = [{ unitId: two, weight: 0 }];
  await set({ uses: ["levies"], rule: "Rule 32", certificateOn: "2026-07-01", weights });
  await enter("2026-08-01", null, null);
  expect([on("2026-07-01"), on("2026-08-01")]).toEqual([[10_000, 0], null]);
});

test("refused in words, and nothing is changed", async () => {
  const { set, on, one, two } = await twoUnits();
  const entry = { uses: ["levies" as const], rule, certificateOn: "2026-03-01" };
  const both = [one, two].map((unitId) => ({ unitId, weight: 10_000 }));
  const [first] = both;
  if (!first) throw new Error("no unit");
  for (const [says, input] of [
    ["must not be empty", { ...entry, rule: " ", weights: both }],
    ["must not be empty", { ...entry, certificateOn: "", weights: both }],
    ["must say what the rule is for", { ...entry, uses: [], weights: both }],
    [/not come yet.* deeds office/, { ...entry, certificateOn: "2026-11-21", weights: both }],
    ["Unit 2 would have no weight for levies", { ...entry, weights: [first] }],
    ["The same unit is named twice", { ...entry, weights: [first, first] }],
    ["could not be found", { ...entry, weights: [{ ...first, unitId: "none" }] }],
    ["must not be less than 0", { ...entry, weights: [{ ...first, weight: -1 }] }],
    ["more than 0", { ...entry, weights: both.map((each) => ({ ...each, weight: 0 })) }],
  ] as const)
    await expect(
      set({ ...input, weights: [...input.weights], uses: [...input.uses] }),
    ).rejects.toThrow(says);
  expect(on("2026-12-31")).toBeNull();
});

test("what is entered for an earlier day leaves no unit without a weight later", async () => {
  const { enter, set, on, two } = await twoUnits();
  await enter("2026-03-01", 10_000, 10_000);
  const weights = [{ unitId: two, weight: 20_000 }];
  await set({ uses: ["levies"], rule, certificateOn: "2026-07-01", weights });
  await expect(enter("2026-03-01", null, null)).rejects.toThrow(
    "Unit 1 would have no weight for levies on 1 Jul 2026, but other units would.",
  );
  await enter("2026-03-01", 30_000, 10_000);
  expect(on("2026-07-01")).toEqual([30_000, 20_000]);
});

test("a form's weights: as typed, by unit, and an empty one means the quota", () => {
  const typed = { uses: "both", rule, certificateOn: "2026-03-01" };
  expect(typedWeights.parse({ ...typed, weights: { a: "1", b: " 1 062,5 ", c: "" } })).toEqual({
    uses: ["levies", "votes"],
    rule,
    certificateOn: "2026-03-01",
    weights: [
      { unitId: "a", weight: 10_000 },
      { unitId: "b", weight: 10_625_000 },
      { unitId: "c", weight: null },
    ],
  });
  const { error } = typedWeights.safeParse({ ...typed, weights: { a: "half", b: "1.23456" } });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["weights.a", "must be a number such as 1 or 2.5"],
    ["weights.b", "must have at most four decimals"],
  ]);
});

test("as many units are taken at once as a request has room for, and more refused in words", () => {
  const each = { unitId: randomUUID(), weight: 10_000_000_000 };
  const entry = (units: number) => ({
    uses: ["levies", "votes"],
    rule: "“".repeat(200),
    certificateOn: "2026-03-01",
    weights: Array(units).fill(each),
  });
  expect(newWeights.safeParse(entry(900)).success).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(entry(900)))).toBeLessThan(64 * 1024);
  expect(newWeights.safeParse(entry(901)).error?.issues).toMatchObject([
    { message: "must be at most 900 units" },
  ]);
});
