// How every list, every number on a dashboard and every lasting change stands with a hundred times the
// rows: `npm run bench:growth`. It calls the procedures themselves, with no HTTP around them that would
// hide what grows, on two buildings of the same people: one of 10 000 rows each of fines, requests,
// visitors and entries in the trail, and one of 1 000 000. What is asked for differs from call to call.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../server/config.ts";
import { makeHouse } from "../../server/house.ts";
import { Listing } from "../../server/listing.ts";
import { type Building, type Call, openBuilding } from "./aged.ts";
import { median } from "./figures.ts";
import { calls, changes, left } from "./growing.ts";
import { fillHistory } from "./history.ts";

const { values } = parseArgs({ options: { few: { type: "string" }, many: { type: "string" } } });
const rounds = 25;
/** A round of one call lasts about so long, in milliseconds. */
const roundMs = 8;
const goal = 1.2;

/** Time of the processor, which is the same however much else the machine has to do. */
async function timeOf(call: Call, building: Building, times: number): Promise<number> {
  const begun = process.cpuUsage();
  for (let time = 0; time < times; time += 1) {
    const answer = await call(building);
    // Its rows are read when somebody asks for them.
    if (answer instanceof Listing) answer.text();
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / times;
}

interface Line {
  what: string;
  few: number;
  many: number;
}

/** Both in turn, again and again, so that whatever else the machine does hits both alike. */
async function compare(what: string, call: Call, few: Building, many: Building): Promise<Line> {
  // Warm, as a house is that has run for a while.
  for (const building of [few, many, few, many]) await timeOf(call, building, 100);
  const times = Math.max(1, Math.round(roundMs / (await timeOf(call, few, 20))));
  const seen: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    seen[0].push(await timeOf(call, few, times));
    seen[1].push(await timeOf(call, many, times));
  }
  return { what, few: median(seen[0]), many: median(seen[1]) };
}

/** Opening the database, with everything that is looked at before somebody is served. */
function starting(fewData: string, manyData: string): Line {
  const seen = [fewData, manyData].map((data) =>
    median(
      [1, 2, 3].map(() => {
        const begun = performance.now();
        const house = makeHouse(readConfig({ STOEP_DATA: data, LOG_LEVEL: "silent" }));
        const ms = performance.now() - begun;
        house.db.$client.close();
        return ms;
      }),
    ),
  );
  return { what: "opening the database", few: seen[0] ?? 0, many: seen[1] ?? 0 };
}

function print(lines: Line[]): void {
  console.log(
    "Milliseconds of the processor. Opening looks for damage in the whole file, on purpose.\n",
  );
  console.log("| | ms at 10 000 | ms at 1 000 000 | ratio | ≤ 1.2 |\n|---|---|---|---|---|");
  const worstFirst = lines.toSorted((a, b) => b.many / b.few - a.many / a.few);
  for (const { what, few, many } of worstFirst)
    console.log(
      `| ${what} | ${few.toFixed(3)} | ${many.toFixed(3)} | ${(many / few).toFixed(2)} | ${many / few <= goal ? "yes" : "no"} |`,
    );
}

async function main(): Promise<void> {
  if (left().length > 0) throw new Error(`Nothing measures ${left().join(", ")}.`);
  const folder = mkdtempSync(join(tmpdir(), "stoep-growth-"));
  const made = (name: string, count: number) => {
    const data = join(folder, name);
    mkdirSync(data);
    fillHistory(join(data, "stoep.db"), count);
    return data;
  };
  try {
    const fewData = values.few ?? made("few", 10_000);
    const manyData = values.many ?? made("many", 1_000_000);
    const lines = [starting(fewData, manyData)];
    const [few, many] = [openBuilding(fewData), openBuilding(manyData)];
    for (const [what, call] of Object.entries({ ...calls, ...changes }))
      lines.push(await compare(what, call, few, many));
    for (const { house } of [few, many]) house.db.$client.close();
    print(lines);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
process.exit(0);
