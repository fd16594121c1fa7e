import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { root } from "../../server/platform/installation/paths.ts";

const mayUse = (core: string) => spawnSync("taskset", ["-c", core, "true"]).status === 0;

/** If possible, servers get core 0, and the load and the browser get core 1. */
export const pinned = mayUse("0") && mayUse("1");

/** Moves this process, which makes the load, and its children off the servers' core. */
export function stepAside(): void {
  if (pinned) spawnSync("taskset", ["-acp", "1", String(process.pid)]);
}

export interface Served extends AsyncDisposable {
  url: string;
  /** From the start of the process until it listens. */
  startMs: number;
  /** Its peak memory, in MB. */
  peakMb: () => number;
  /** Its memory now, in MB. */
  memoryMb: () => number;
  /** The processor time it has used, in milliseconds. */
  cpuMs: () => number;
  /** How long it was ready to run but others had its core, in milliseconds. */
  waitedMs: () => number;
  stop: () => Promise<void>;
}

/** The memory of a process, in MB: at its peak, or now. */
function megabytesOf(pid: number | undefined, field: "VmHWM" | "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return (Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
}

export const peakMb = (pid: number | undefined): number => megabytesOf(pid, "VmHWM");

/**
 * The kernel counts hundredths of a second; the fields follow the name, which may contain spaces.
 */
function cpuMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * How long a process's main thread has waited for a core, in milliseconds; 0 where this is unknown.
 */
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
    memoryMb: () => megabytesOf(pid, "VmRSS"),
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

/** Runs Node with the same memory limits as scripts/start. */
export const limited = ["sh", "-c", '. scripts/machine/limits; exec node "$@"', "sh"];

/** The built Stoep, run over a data folder as scripts/start runs it. */
export const serveStoep = (data: string, env: Record<string, string> = {}): Promise<Served> =>
  serve([...limited, "dist/server/main.js"], {
    STOEP_DATA: data,
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    NODE_ENV: "production",
    // One session sends all requests.
    REQUESTS_PER_SECOND: "1000000",
    BYTES_PER_SECOND: "1000000000000",
    CREATIONS_PER_DAY: "1000000000",
    ...env,
  });

/** The yardstick, over its own database. */
export const serveRaw = (database: string, residentId: string): Promise<Served> =>
  serve(["node", "scripts/bench/raw.mjs", database, residentId]);
