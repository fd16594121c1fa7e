// The fines list through tRPC and REST beside the bare server, in one run: `npm run bench`.
// Servers share one core and the load has the other; rounds are interleaved and medians compared,
// because absolute numbers do not travel from machine to machine but ratios do.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { root } from "../../server/paths.ts";
import { fillBuilding } from "./building.ts";

const rounds = 5;
const seconds = 4;
const connections = 16;
const fineCount = 10_000;

const pinned = spawnSync("taskset", ["-c", "0", "true"]).status === 0;

/** Starts a server on core 0 and answers its address, which it prints. */
function serve(args: string[], env: Record<string, string> = {}) {
  const [command = "", ...rest] = [...(pinned ? ["taskset", "-c", "0"] : []), "node", ...args];
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (text) => {
      const found = /listening on (http:\/\/\S+)/.exec(String(text));
      if (found?.[1]) resolve(found[1]);
    });
    child.once("exit", (code) => reject(new Error(`${args[0]} ended with ${code}`)));
  });
  return { child, address };
}

interface Figures {
  perSecond: number;
  p99: number;
}

async function load(
  url: string,
  headers: Record<string, string>,
  duration: number,
): Promise<Figures> {
  const result = await autocannon({ url, headers, connections, duration });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function main(): Promise<void> {
  if (pinned) spawnSync("taskset", ["-cp", "1", String(process.pid)]);
  const folder = mkdtempSync(join(tmpdir(), "stoep-bench-"));
  const database = join(folder, "stoep.db");
  const servers: ChildProcess[] = [];
  try {
    const { residentId, token } = fillBuilding(database, fineCount);
    const stoep = serve(["dist/server/main.js"], {
      ...{ STOEP_DATA: folder, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "error" },
      NODE_ENV: "production",
      // One session asks for all.
      REQUESTS_PER_SECOND: "1000000",
    });
    const bare = serve(["scripts/bench/raw.mjs", database, residentId]);
    servers.push(stoep.child, bare.child);
    const [ours, raw] = await Promise.all([stoep.address, bare.address]);
    const cookie = { cookie: `sid=${token}` };
    const input = encodeURIComponent(JSON.stringify({}));
    const targets = [
      { name: "raw", url: raw, headers: {} },
      { name: "tRPC", url: `${ours}/api/trpc/resident.fines.mine?input=${input}`, headers: cookie },
      { name: "REST", url: `${ours}/api/property/resident/fines/${residentId}`, headers: cookie },
    ];
    for (const { url, headers } of targets) await load(url, headers, 2);
    const seen = new Map<string, Figures[]>(targets.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const { name, url, headers } of targets)
        seen.get(name)?.push(await load(url, headers, seconds));

    const middle = (name: string): Figures => ({
      perSecond: median((seen.get(name) ?? []).map(({ perSecond }) => perSecond)),
      p99: median((seen.get(name) ?? []).map(({ p99 }) => p99)),
    });
    const yardstick = middle("raw");
    console.log(
      `50 fines of one person out of ${fineCount}, ${connections} connections, median of ${rounds} rounds` +
        `${pinned ? ", server and load on a core each" : ", not pinned to cores"}\n`,
    );
    console.log("| | requests/s | against raw | p99 ms | against raw |\n|---|---|---|---|---|");
    for (const { name } of targets) {
      const { perSecond, p99 } = middle(name);
      const ratios = [perSecond / yardstick.perSecond, p99 / yardstick.p99];
      const [speed, tail] = ratios.map((ratio) => ratio.toFixed(2));
      console.log(`| ${name} | ${perSecond.toFixed(0)} | ${speed} | ${p99.toFixed(1)} | ${tail} |`);
    }
  } finally {
    for (const child of servers) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
