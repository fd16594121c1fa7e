// How every list, every dashboard number and every lasting change slows down with a hundred times
// the rows: `npm run bench:growth`. It calls the procedures directly, because HTTP would hide the
// growth, on two buildings with the same people: one with 10 000 rows each of fines, requests,
// visitors and audit entries, and one with 1 000 000. The input differs from call to call.
// Afterwards it reads the same over HTTP from both servers, which is what people notice.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../server/config.ts";
import { Listing } from "../../server/database/list.ts";
import { createServices } from "../../server/services.ts";
import { type Building, type Call, openBuilding } from "./aged.ts";
import { median } from "./figures.ts";
import { calls, changes, left, session } from "./growing.ts";
import { fillHistory } from "./history.ts";
import { overHttp } from "./overHttp.ts";
import { type Served, serveStoep, stepAside } from "./serve.ts";

const { values } = parseArgs({ options: { few: { type: "string" }, many: { type: "string" } } });
const rounds = 25;
/** One round of a call takes about this long, in milliseconds. */
const roundMs = 8;
const goal = 1.2;

/** Processor time, which does not depend on other load on the machine. */
async function timeOf(call: Call, building: Building, times: number): Promise<number> {
  const begun = process.cpuUsage();
  for (let time = 0; time < times; time += 1) {
    const answer = await call(building);
    // A Listing reads its rows only when its text is needed.
    if (answer instanceof Listing) answer.text();
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / times;
}

interface Line {
  what: string;
  few: number;
  many: number;
  /** The processor time for the whole response with many rows, relative to few. */
  served?: number;
}

/** Alternates between the two, so that other load on the machine affects both alike. */
async function compare(what: string, call: Call, few: Building, many: Building): Promise<Line> {
  // Warm up, like a server that has run for a while.
  for (const building of [few, many, few, many]) await timeOf(call, building, 100);
  const times = Math.max(1, Math.round(roundMs / (await timeOf(call, few, 20))));
  const seen: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    seen[0].push(await timeOf(call, few, times));
    seen[1].push(await timeOf(call, many, times));
  }
  return { what, few: median(seen[0]), many: median(seen[1]) };
}

const servedRounds = 9;
const servedTimes = 300;

/** How much more processor time one server needs than the other, from request to response. */
async function compareServed(call: Call, servers: { building: Building; served: Served }[]) {
  const ask = async (building: Building, times: number) => {
    for (let time = 0; time < times; time += 1) await call(building);
  };
  for (const { building } of servers) await ask(building, servedTimes);
  const busy = [0, 0];
  for (let round = 0; round < servedRounds; round += 1)
    for (const [place, { building, served }] of servers.entries()) {
      const begun = served.cpuMs();
      await ask(building, servedTimes);
      busy[place] = (busy[place] ?? 0) + served.cpuMs() - begun;
    }
  const [few = 0, many = 0] = busy;
  return many / few;
}

/** The building as a browser sees it. */
function serving(building: Building, served: Served) {
  const apis = new Map<string, ReturnType<typeof overHttp>>();
  const as = (id: string) => {
    const api = apis.get(id) ?? overHttp(served.url, building.tokenOf(id));
    apis.set(id, api);
    return api;
  };
  return { building: { ...building, as }, served };
}

/** Opening the database, with every check that runs before the first request. */
function starting(fewData: string, manyData: string): Line {
  const seen = [fewData, manyData].map((data) =>
    median(
      [1, 2, 3].map(() => {
        const begun = performance.now();
        const services = createServices(readConfig({ STOEP_DATA: data, LOG_LEVEL: "silent" }));
        const ms = performance.now() - begun;
        services.db.$client.close();
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
  console.log(
    "| | ms at 10 000 | ms at 1 000 000 | ratio | ≤ 1.2 | ratio as served |\n|---|---|---|---|---|---|",
  );
  const worstFirst = lines.toSorted((a, b) => b.many / b.few - a.many / a.few);
  for (const { what, few, many, served } of worstFirst) {
    const ratio = many / few;
    const cells = [few.toFixed(3), many.toFixed(3), ratio.toFixed(2), ratio <= goal ? "yes" : "no"];
    console.log(`| ${[what, ...cells, served?.toFixed(2) ?? ""].join(" | ")} |`);
  }
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
    {
      stepAside();
      await using fewServed = await serveStoep(fewData);
      await using manyServed = await serveStoep(manyData);
      const servers = [serving(few, fewServed), serving(many, manyServed)];
      for (const line of lines) {
        const call = calls[line.what];
        if (call && line.what !== session) line.served = await compareServed(call, servers);
      }
    }
    for (const { services } of [few, many]) services.db.$client.close();
    print(lines);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
process.exit(0);
