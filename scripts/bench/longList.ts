import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Db } from "../../server/database/open.ts";
import { searchFines } from "../../server/features/fines/service.ts";
import { openBuilding } from "../../server/platform/installation/database.ts";
import type { ListSearch } from "../../server/platform/lists/schema.ts";
import { fillBuilding } from "./building.ts";
import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";

/** The columns that the screen shows at first, in which a filter looks. */
const columns = ["userId", "status", "type", "issued", "amount"];

/** The looks of an admin at a list of fines. */
const looks: readonly ListSearch[] = [
  {},
  { page: 200 },
  { sort: "-amount" },
  { sort: "userId", page: 20 },
  { sort: "issued" },
  { filter: "unit 1", columns },
  { filter: "late rent", sort: "due", columns },
  { filter: "nov unpaid", sort: "-amount", columns },
  { chips: { status: "Unpaid" } },
];
const times = 9;

/** A building with so many fines, issued one after the other in ten years, in all statuses. */
function filled(folder: string, count: number): Db {
  const data = join(folder, `list of ${count}`);
  mkdirSync(data);
  const file = join(data, "stoep.db");
  fillBuilding(file, count);
  const db = openBuilding(file);
  const daysAgo = `((rowid - ${count}) * 3650.0 / ${count}) || ' days'`;
  db.$client.exec(
    `UPDATE fines SET issued_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${daysAgo}),
      due_date = date('now', ${daysAgo}, '+14 days'), amount_cents = 5000 + rowid % 397 * 25,
      status = iif(rowid % 7 = 0, 'Unpaid', iif(rowid % 7 = 1, 'Pending...', 'Paid')),
      room_no = (SELECT address FROM people WHERE people.id = resident_id)`,
  );
  return db;
}

const msOf = async (db: Db, search: ListSearch): Promise<number> => {
  const begun = performance.now();
  await searchFines(db, search, { zone: "Africa/Johannesburg", now: new Date() });
  return performance.now() - begun;
};

/** A list that the server sorts, filters and counts for each look, and how it grows. */
export async function measureLongList({ folder }: Bench): Promise<Line[]> {
  const [few, many] = [filled(folder, 20_000), filled(folder, 1_000_000)];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const slowest: number[] = [];
  const growth: number[] = [];
  for (let round = -1; round < times; round += 1) {
    const took: number[] = [];
    delay.enable();
    for (const search of looks) took.push(await msOf(few, search));
    delay.disable();
    // The first round only warms up.
    if (round < 0) delay.reset();
    else {
      slowest.push(Math.max(...took));
      growth.push((await msOf(many, {})) / (await msOf(few, {})));
    }
  }
  for (const db of [few, many]) db.$client.close();
  const what = "the slowest of nine looks at a list of 20 000 fines";
  return [
    { what, rounds: slowest, unit: "ms", goal: { atMost: 100 } },
    {
      what: "how long others wait at most during these",
      rounds: [delay.max / 1e6],
      unit: "ms",
      goal: { atMost: 100 },
    },
    {
      what: "the list's own first page at 1 000 000 fines, against 20 000",
      rounds: growth,
      goal: { atMost: 1.2 },
    },
  ];
}
