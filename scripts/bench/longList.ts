import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { searchFines } from "../../server/features/fines/longList.ts";
import type { ListSearch } from "../../server/platform/finding/schema.ts";
import { openBuilding } from "../../server/platform/installation/database.ts";
import { fillBuilding } from "./building.ts";
import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";

/** The columns that the screen shows at first, in which a filter looks. */
const columns = ["userId", "status", "type", "issued", "amount"];

/** What an admin does with a list of fines, after it was opened once. */
const looks: readonly ListSearch[] = [
  {},
  { page: 200 },
  { sort: "-amount" },
  { sort: "userId", page: 20 },
  { sort: "issued" },
  { filter: "unit 1", columns },
  { filter: "late rent", sort: "due", columns },
  { chips: { status: "Unpaid" } },
];
const times = 5;

/** How long the slowest of these takes, and how long it keeps other requests waiting, in ms. */
async function measured(file: string) {
  const db = openBuilding(file);
  const look = (search: ListSearch) =>
    searchFines(db, search, { zone: "Africa/Johannesburg", now: new Date() });
  const opened = performance.now();
  await look({});
  const opening = performance.now() - opened;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const rounds: number[] = [];
  for (let round = 0; round < times; round += 1) {
    let slowest = 0;
    for (const search of looks) {
      const begun = performance.now();
      await look(search);
      const took = performance.now() - begun;
      if (process.env.BENCH_LOOKS) console.log(JSON.stringify(search), took.toFixed(1));
      slowest = Math.max(slowest, took);
    }
    rounds.push(slowest);
  }
  delay.disable();
  db.$client.close();
  return { opening, rounds, waiting: delay.max / 1e6 };
}

/** A list of a million fines, which the server keeps sorted, filtered and counted for the screen. */
export async function measureLongList({ folder }: Bench): Promise<Line[]> {
  const data = join(folder, "long list");
  mkdirSync(data);
  const file = join(data, "stoep.db");
  fillBuilding(file, 1_000_000);
  const { opening, rounds, waiting } = await measured(file);
  const of = "of a list of 1 000 000 fines";
  return [
    { what: `the first look ${of}`, rounds: [opening], unit: "ms", goal: { atMost: 15_000 } },
    { what: `the slowest of eight later looks ${of}`, rounds, unit: "ms", goal: { atMost: 250 } },
    {
      what: `how long others wait at most during these ${of}`,
      rounds: [waiting],
      unit: "ms",
      goal: { atMost: 150 },
    },
  ];
}
