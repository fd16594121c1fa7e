import { expect, test } from "vitest";
import { newId } from "../../database/columns.ts";
import { openHouse } from "../../testing.ts";
import { maintenanceRequests } from "./table.ts";

const now = new Date("2026-11-20T09:26:24.123Z");
const words = ["The tap leaks", "Café door 12 sticks", "No light on the stairs", "Tapestry fell"];

/** A building with so many requests that a browser does not get all of them. */
function longHouse() {
  const house = openHouse({ clock: () => now });
  for (let each = 0; each < 1_200; each += 1)
    house.db
      .insert(maintenanceRequests)
      .values({
        id: newId(),
        residentId: house.people.thandi.id,
        maintenanceType: each % 3 ? "Cleaning" : "Security",
        roomNumber: `Unit ${each % 20}`,
        date: new Date(now.getTime() - (1_200 - each) * 43_200_000).toISOString().slice(0, 10),
        description: words[each % words.length] as string,
        status: each % 6 ? "Closed" : "Open",
        loggedAt: now.toISOString(),
      })
      .run();
  return { ...house, list: house.as("anna").admin.maintenance.list };
}

test("a long list of requests is found by words of the description, by room, day and status", async () => {
  const { list } = longHouse();
  const found = async (filter: string) => (await list({ filter })).long?.found;
  expect(await found("tap")).toBe(600);
  expect(await found("tap leaks")).toBe(300);
  expect(await found("cafe")).toBe(300);
  expect(await found("12")).toBeGreaterThan(300);
  expect(await found("estry")).toBe(0);
  expect(await found("unit 7")).toBe(60);
  expect(await found("open cleaning")).toBe(0);
  expect(await found("open security")).toBe(200);
  const { rows, long } = await list({ chips: { age: "long" }, sort: "date" });
  expect(long).toMatchObject({ count: 1_200, matching: 1_200, chips: { "status=Open": 200 } });
  expect(rows[0]).toMatchObject({ description: "The tap leaks", reporter: "thandi Mokoena" });
  const sorted = await list({ sort: "-description", size: 1 });
  expect(sorted.rows[0]?.description).toBe("The tap leaks");
});

test("of a long list staff see their own trade by itself", async () => {
  const { as } = longHouse();
  const { list } = as("lerato").staff.maintenance;
  const all = await list({});
  expect(all.long).toMatchObject({ count: 1_200, found: 1_200 });
  // These few are whole in the browser.
  const mine = await list({ type: "mine", chips: { status: "Open" } });
  expect(mine.long).toBeUndefined();
  expect(mine.rows).toHaveLength(800);
  expect(new Set(mine.rows.map(({ maintenanceType }) => maintenanceType)).size).toBe(1);
});
