import { expect, test } from "vitest";
import { openHouse } from "../../../testing.ts";

test("a parking bay is one unit's at a time, with the right it comes from", async () => {
  const { as } = openHouse();
  const { add, one } = as("anna").admin.units;
  const { add: addArea, end: endArea } = as("anna").admin.areas;
  const [first, second] = [await add({ label: "Unit 1" }), await add({ label: "Unit 2" })];
  const bay = {
    kind: "parking",
    label: "P12",
    right: "rule",
    reference: "Conduct rule 12",
  } as const;
  const { id: areaId } = await addArea({ ...bay, unitId: first.id });
  const again = { ...bay, label: "p 12", unitId: second.id };
  await expect(addArea({ ...again, since: "2026-07-01" })).rejects.toThrow(
    "Unit 1 has P12 on that day. Enter its last day there first.",
  );
  await endArea({ areaId, until: "2026-06-30" });
  await addArea({ ...again, since: "2026-07-01" });
  // Nor can a last day be moved into the next unit's time.
  await expect(endArea({ areaId, until: "2026-12-31" })).rejects.toThrow("Unit 2 has p 12 on that");
  await endArea({ areaId, until: "2026-07-01" });
  await endArea({ areaId, until: "2026-06-30" });
  expect((await one({ unitId: first.id })).areas).toMatchObject([{ ...bay, until: "2026-06-30" }]);
  await expect(endArea({ areaId: "none", until: "2026-06-30" })).rejects.toThrow("could not be");
  const withoutRule = { ...bay, label: "P13", reference: "", unitId: first.id };
  await expect(addArea(withoutRule)).rejects.toThrow("must not be empty, unless");
});
