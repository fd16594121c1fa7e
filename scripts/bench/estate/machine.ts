import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { root } from "../../../server/platform/installation/paths.ts";
import { limited, peakMb, pinned, waitedMs } from "../serve.ts";

const memoryMb = 512;

const works = (command: string, ...words: string[]) =>
  spawnSync(command, [...words, "true"], { stdio: "ignore" }).status === 0;

/** The command prefix that limits memory to that of a small machine, and a description of it. */
function small(): { words: string[]; how: string } {
  const bounds = ["-p", `MemoryMax=${memoryMb}M`, "-p", "MemorySwapMax=0"];
  const scope = [...(process.getuid?.() === 0 ? [] : ["--user"]), "--scope", "--quiet", ...bounds];
  if (works("systemd-run", ...scope))
    return { words: ["systemd-run", ...scope], how: `a control group of ${memoryMb} MB` };
  const data = `--data=${memoryMb * 2 ** 20}`;
  if (works("prlimit", data))
    return { words: ["prlimit", data], how: `a limit of ${memoryMb} MB on what is allocated` };
  return { words: [], how: "nothing that holds its memory" };
}

/** The server's vitals since they were last read. */
export interface Vitals {
  /** The share of one core; passwords are hashed on other threads. */
  cpuShare: number;
  delayMs: { p50: number; p99: number; max: number };
  rssMb: number;
  heapMb: number;
  /**
   * The share of the time it was ready to run but other processes had its core; that is not its own
   * cost.
   */
  waitedShare: number;
}

/** A slow statement that blocked the server, from the server's own log. */
export interface Slow {
  statement: string;
  times: number;
  mostMs: number;
}

/** Collects slow statements from a line of the log. */
function noteSlow(slow: Map<string, Slow>, line: string): void {
  if (!line.startsWith("{") || !line.includes('"statement"')) return;
  const { statement, ms } = JSON.parse(line) as { statement: string; ms: number };
  const { times, mostMs } = slow.get(statement) ?? { times: 0, mostMs: 0 };
  slow.set(statement, { statement, times: times + 1, mostMs: Math.max(mostMs, ms) });
}

/** Starts the built server on one core with little memory. */
export async function startSmall(data: string, env: Record<string, string>) {
  const { words, how } = small();
  const socket = join(data, "vitals.sock");
  const begun = performance.now();
  const all = [
    ...(pinned ? ["taskset", "-c", "0"] : []),
    ...words,
    ...limited,
    ...["--import", join(root, "scripts/bench/estate/inside.mjs"), "dist/server/main.js"],
  ];
  const child = spawn(all[0] ?? "", all.slice(1), {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      STOEP_DATA: data,
      ESTATE_SOCKET: socket,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const slow = new Map<string, Slow>();
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const found = /listening on (http:\/\/\S+)/.exec(line);
      if (found?.[1]) resolve(found[1]);
      noteSlow(slow, line);
    });
    child.once("exit", (code, signal) => reject(new Error(`It ended with ${code ?? signal}`)));
  });
  let since = { now: performance.now(), waited: waitedMs(child.pid) };
  return {
    url,
    startSeconds: (performance.now() - begun) / 1000,
    limits: `${pinned ? "one core" : "not pinned to a core"}, ${how}`,
    slow: () => [...slow.values()].sort((one, other) => other.mostMs - one.mostMs),
    vitals: async (): Promise<Vitals> => {
      const report = JSON.parse(await text(connect(socket)));
      const [now, waited] = [performance.now(), waitedMs(child.pid)];
      const waitedShare = (waited - since.waited) / (now - since.now);
      since = { now, waited };
      return { ...report, waitedShare };
    },
    /** The peak memory since its start. */
    peakMb: () => peakMb(child.pid),
    ended: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

export type Machine = Awaited<ReturnType<typeof startSmall>>;
