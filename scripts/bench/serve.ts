import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { root } from "../../server/platform/installation/paths.ts";

const mayUse = (core: string) => spawnSync("taskset", ["-c", core, "true"]).status === 0;

/** Servers get core 0, the load and the browser the other one, where the machine lets us choose. */
export const pinned = mayUse("0") && mayUse("1");

/** Has this process, which makes the load, and what it starts keep off the servers' core. */
export function stepAside(): void {
  if (pinned) spawnSync("taskset", ["-acp", "1", String(process.pid)]);
}

export interface Served extends AsyncDisposable {
  url: string;
  /** From starting the process until it listens. */
  startMs: number;
  /** The most memory it ever had, in MB. */
  peakMb: () => number;
  /** How long it kept a processor busy so far. */
  cpuMs: () => number;
  /** How long it could have gone on but others had its core. */
  waitedMs: () => number;
  stop: () => Promise<void>;
}

/** The most memory a process ever had, in MB. */
export function peakMb(pid: number | undefined): number {
  const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return (Number(match?.[1]) * 1024) / 1e6;
}

/** In hundredths of a second, after the name, which may hold spaces. */
function cpuMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** How long a process's main thread waited for a core so far, in milliseconds; 0 where nobody says. */
export function waitedMs(pid: number | undefined): number {
  try {
    const schedstat = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8");
    return Number(schedstat.split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Starts a program that prints where it listens. */
export async function serve(words: string[], env: Record<string, string> = {}): Promise<Served> {
  const begun = performance.now();
  const [command = "", ...rest] = [...(pinned ? ["taskset", "-c", "0"] : []), ...words];
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await addressOf(child, words.join(" "));
  const startMs = performance.now() - begun;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, "exit");
  };
  const { pid } = child;
  return {
    url,
    startMs,
    stop,
    [Symbol.asyncDispose]: stop,
    peakMb: () => peakMb(pid),
    cpuMs: () => cpuMs(pid),
    waitedMs: () => waitedMs(pid),
  };
}

const addressOf = (child: ChildProcess, name: string) =>
  new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (text) => {
      const found = /listening on (http:\/\/\S+)/.exec(String(text));
      if (found?.[1]) resolve(found[1]);
    });
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });

/** Node with what follows, given as much memory as scripts/start gives it. */
export const limited = ["sh", "-c", '. scripts/machine/limits; exec node "$@"', "sh"];

/** Stoep as it is built and as scripts/start runs it, over a data folder. */
export const serveStoep = (data: string, env: Record<string, string> = {}): Promise<Served> =>
  serve([...limited, "dist/server/main.js"], {
    STOEP_DATA: data,
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    NODE_ENV: "production",
    // One session asks for all.
    REQUESTS_PER_SECOND: "1000000",
    BYTES_PER_SECOND: "1000000000000",
    CREATIONS_PER_DAY: "1000000000",
    ...env,
  });

/** The yardstick, over a database of its own. */
export const serveRaw = (database: string, residentId: string): Promise<Served> =>
  serve(["node", "scripts/bench/raw.mjs", database, residentId]);
