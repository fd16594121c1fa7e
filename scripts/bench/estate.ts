// A whole estate on a small machine: `npm run bench:estate` has 5,000 residents spend a Friday
// evening with the built server on one core and 512 MB, and prints what was served. With `--
// --times 4`, four times as much happens; with `-- --quick`, it takes a minute; `-- --json FILE`
// also writes the figures. Filling the database takes minutes: `-- --estate FOLDER` keeps it for
// the next run. docs/growing.md draws the conclusions.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { momentOf } from "../../server/platform/clock/clock.ts";
import { root } from "../../server/platform/installation/paths.ts";
import { createEvening } from "./estate/evening.ts";
import { fillEstate } from "./estate/history.ts";
import { type Machine, startSmall, type Vitals } from "./estate/machine.ts";
import { peopleIn } from "./estate/people.ts";
import { pollMs } from "./estate/rates.ts";
import { createTally, markdownOf } from "./estate/tally.ts";
import { stepAside } from "./serve.ts";
import { startWeather } from "./weather.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    estate: { type: "string" },
  },
});
const times = Number(values.times);
if (!(times > 0)) throw new Error("--times is a number such as 4 or 0.5.");
const residents = 5_000;
const seconds = values.quick ? 60 : 300;
/** This many people sign in at the same moment at the end. */
const rush = Math.round(100 * times);

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
const secondsOf = (work: () => void): number => {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1000;
};
const megabytes = (folder: string): number => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sizes = files.map((each) =>
    each.isFile() ? statSync(join(each.parentPath, each.name)).size : 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
};

/** A folder filled with the estate, after the night's backup was made. */
async function prepare(folder: string) {
  const data = join(folder, "house");
  const cache = values.estate;
  if (cache && existsSync(join(cache, "stoep.db"))) cpSync(cache, data, { recursive: true });
  else {
    say(`Filling an estate of ${residents} residents…`);
    await fillEstate(data, residents);
    if (cache) cpSync(data, cache, { recursive: true });
  }
  say("Making the night's backup…");
  const backup = () =>
    execFileSync(process.execPath, [join(root, "dist/server/stoep.js"), "backup"], {
      env: { PATH: process.env.PATH, STOEP_DATA: data },
      stdio: "ignore",
    });
  const backupSeconds = secondsOf(backup);
  return {
    data,
    backupSeconds,
    estate: peopleIn(data, momentOf(new Date(), "Africa/Johannesburg")),
  };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

interface Played {
  results: ReturnType<ReturnType<typeof createTally>["results"]>;
  took: number;
  vitals: Vitals;
}

/** Runs the evening, and then the rush, each with the server's vitals. */
async function play(machine: Machine, { estate }: Prepared) {
  const [evening, after] = [createTally(), createTally()];
  const { url } = machine;
  const friday = createEvening({ url, estate, tally: evening, times });
  const late = monitorEventLoopDelay({ resolution: 10 });
  late.enable();
  await machine.vitals();
  say(`Friday evening, ${seconds} s, ${friday.screens} screens kept open…`);
  const begun = performance.now();
  await friday.play(seconds);
  const took = (performance.now() - begun) / 1000;
  const busy: Played = { results: evening.results(took), took, vitals: await machine.vitals() };
  late.disable();
  friday.leave();
  say(`${rush} sign in at once…`);
  const crowd = createEvening({ url, estate, tally: after, times: 0 });
  const rushed = await crowd.rush(rush);
  crowd.leave();
  const rushing: Played = {
    results: after.results(rushed),
    took: rushed,
    vitals: await machine.vitals(),
  };
  const reads = {
    heard: friday.fetched(),
    polled: Math.round((friday.screens * took * 1_000) / pollMs),
  };
  return {
    busy,
    rushing,
    screens: friday.screens,
    reads,
    ownDelayMs: late.percentile(99) / 1e6 - 10,
  };
}

const one = (value: number) => value.toFixed(value < 10 ? 1 : 0);

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

function vitalsTable(rows: [string, Played][]): string {
  return [
    "| | seconds | requests a second | CPU of the core | waited for others | event loop late p50 / p99 / most | memory |",
    "|---|---|---|---|---|---|---|",
    ...rows.map(([what, { results, took, vitals }]) => {
      const requests = results.reduce((sum, each) => sum + each.requests, 0);
      const { p50, p99, max } = vitals.delayMs;
      const late = `${one(p50)} / ${one(p99)} / ${one(max)} ms`;
      const [share, waited] = [vitals.cpuShare, vitals.waitedShare].map(percent);
      return `| ${what} | ${one(took)} | ${one(requests / took)} | ${share} | ${waited} | ${late} | ${one(vitals.rssMb)} MB |`;
    }),
  ].join("\n");
}

async function main(): Promise<void> {
  if (!existsSync(join(root, "dist/client/index.html")))
    throw new Error("The pages are not built yet: npm run build");
  stepAside();
  const folder = mkdtempSync(join(tmpdir(), "stoep-estate-"));
  let machine: Machine | null = null;
  try {
    const prepared = await prepare(folder);
    const { data, backupSeconds, estate } = prepared;
    const busyBefore = loadavg()[0] ?? 0;
    // The load plays the one proxy in front, so that each phone has its own address.
    const env = { TRUST_PROXY: "127.0.0.1", OPEN_METEO_URL: await startWeather() };
    machine = await startSmall(data, env);
    const played = await play(machine, prepared);
    const { busy, rushing, screens, reads, ownDelayMs } = played;
    const cpu = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`;
    const peakMb = machine.peakMb();
    const databaseMb = statSync(join(data, "stoep.db")).size / 1e6;
    const backupMb = megabytes(join(data, "backups"));
    const { fines, maintenance_requests, visits, audit_events } = estate.rows;
    console.log(`${new Date().toISOString().slice(0, 10)}, ${cpu}; the server: ${machine.limits}.`);
    console.log(
      `${residents} residents, ${fines} fines, ${maintenance_requests} requests, ${visits} visits, ` +
        `${audit_events} entries in the trail: ${one(databaseMb)} MB. ${times} × a Friday evening with ${screens} screens kept open.\n`,
    );
    console.log(markdownOf([...busy.results, ...rushing.results]));
    console.log(
      `\n${vitalsTable([
        ["the evening", busy],
        ["the rush", rushing],
      ])}`,
    );
    console.log(
      `\nStart ${one(machine.startSeconds)} s, most memory ever ${one(peakMb)} MB; the night's backup ` +
        `${one(backupSeconds)} s and ${one(backupMb)} MB. The load itself was late by ${one(ownDelayMs)} ms ` +
        `at p99; load of the machine before: ${one(busyBefore)}.`,
    );
    console.log(
      `The open screens heard of changes and fetched ${reads.heard} times; without live updates they ` +
        `would have asked ${reads.polled} times.`,
    );
    for (const { statement, times, mostMs } of machine.slow().slice(0, 5)) {
      const short = statement.replace(/^select .+ from/, "select … from").slice(0, 120);
      console.log(`Held everybody up ${times} times, ${mostMs} ms at most: ${short}`);
    }
    if (machine.ended()) throw new Error("The server ended before the evening did.");
    if (!values.json) return;
    const start = {
      startSeconds: machine.startSeconds,
      peakMb,
      databaseMb,
      backupMb,
      backupSeconds,
    };
    const limits = { cpu, limits: machine.limits, busyBefore, ownDelayMs };
    const figures = {
      at: new Date().toISOString(),
      ...limits,
      times,
      screens,
      reads,
      rows: estate.rows,
      ...start,
    };
    writeFileSync(
      values.json,
      `${JSON.stringify({ ...figures, slow: machine.slow(), busy, rushing }, null, 2)}\n`,
    );
    console.log(`\nAlso in ${values.json}`);
  } finally {
    await machine?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
