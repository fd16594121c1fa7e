import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { root } from "../../server/paths.ts";

/** Servers get core 0 and the load the other one, where the machine lets us choose. */
export const pinned = spawnSync("taskset", ["-c", "0", "true"]).status === 0;

/** Has this process, which makes the load, keep off the servers' core. */
export function stepAside(): void {
  if (pinned) spawnSync("taskset", ["-cp", "1", String(process.pid)]);
}

export interface Served {
  url: string;
  /** From starting the process until it listens. */
  startMs: number;
  /** The most memory it ever had, in MB. */
  peakMb: () => number;
  stop: () => Promise<void>;
}

/** Starts a Node program that prints where it listens. */
export async function serve(args: string[], env: Record<string, string> = {}): Promise<Served> {
  const begun = performance.now();
  const [command = "", ...rest] = [...(pinned ? ["taskset", "-c", "0"] : []), "node", ...args];
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await addressOf(child, args[0] ?? "");
  return {
    url,
    startMs: performance.now() - begun,
    peakMb: () =>
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) /
      1000,
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    },
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

/** Stoep as it is built and as scripts/start runs it, over a data folder. */
export const serveStoep = (data: string): Promise<Served> =>
  serve(["--max-semi-space-size=4", "dist/server/main.js"], {
    ...{ STOEP_DATA: data, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "error" },
    ...{ NODE_ENV: "production", MALLOC_ARENA_MAX: "1" },
    // One session asks for all.
    REQUESTS_PER_SECOND: "1000000",
  });

/** The yardstick, over a database of its own. */
export const serveRaw = (database: string, residentId: string): Promise<Served> =>
  serve(["scripts/bench/raw.mjs", database, residentId]);
