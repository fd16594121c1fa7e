import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, inject } from "vitest";
import { type Ran, ranOf } from "../../server/cli/testing.ts";
import { root } from "../../server/platform/installation/paths.ts";
import { readSecretKey, type SecretKey } from "../packing/sign.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The archive of this Stoep, made once for all tests. */
    release: string;
    /** The secret key that signs it. */
    releaseKey: string;
  }
}

export const release = () => inject("release");

export const releaseKeyFile = () => inject("releaseKey");
export const releaseKey = (): SecretKey =>
  readSecretKey(readFileSync(releaseKeyFile(), "utf8"), releaseKeyFile());

/** A machine without Stoep; see scripts/machine/box. */
export interface Machine {
  /** The path of its /srv on this machine. */
  shared: string;
  /** The path on this machine of one of its files. */
  at(path: string): string;
  /** Runs shell lines as root, like a person at its keyboard. */
  run(lines: string): Promise<Ran>;
  /** Runs them without waiting. */
  begin(lines: string): ChildProcess;
}

interface Kind {
  /** Whether it runs systemd. */
  services?: boolean;
  /** Paths of programs that it lacks. */
  without?: string[];
}

const guides = ["installing", "operating"].map((name) =>
  readFileSync(join(root, `docs/${name}.md`), "utf8"),
);

/** The commands in a chapter of the installing and operating docs, unchanged. */
export function docsOn(chapter: string): string {
  const [, after = ""] = guides.join("\n").split(`\n## ${chapter}\n`);
  const [, commands] = /^```sh\n([\s\S]*?)```/m.exec(after) ?? [];
  if (!commands) throw new Error(`The docs have no commands on "${chapter}".`);
  return commands;
}

/** Starts a machine for one test file; afterwards it is stopped with everything it runs. */
export async function newMachine({ services = false, without = [] }: Kind = {}): Promise<Machine> {
  const shared = mkdtempSync(join(tmpdir(), "stoep-machine-"));
  chmodSync(shared, 0o755);
  const box = join(root, "scripts/machine/box");
  const init = services ? "systemd" : "none";
  const child = spawn(box, [shared, init, ...without], { stdio: ["ignore", "ignore", "inherit"] });
  // A fallback for when only some tests of the file run and the hook does not.
  process.once("exit", () => child.kill("SIGKILL"));
  afterAll(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(shared, { recursive: true, force: true });
  });
  const first = await firstProcessOf(child);
  const begin = (lines: string) => {
    const inside = ["--target", String(first), "--all", "--"];
    const env = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", HOME: "/root" };
    // Its standard input is a socket, which would make bash read root's settings, as for a remote
    // shell.
    return spawn("nsenter", [...inside, "bash", "--norc", "-c", `cd /srv\n${lines}`], { env });
  };
  const run = (lines: string): Promise<Ran> => {
    const inside = begin(lines);
    inside.stdin.end();
    return ranOf(inside);
  };
  const machine = { shared, at: (path: string) => `/proc/${first}/root${path}`, begin, run };
  await isUp(machine, services);
  return machine;
}

/** The first process inside, once it exists: its parent is `unshare`. */
async function firstProcessOf({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    if (children) return Number(children.split(" ")[0]);
    await wait(20);
  }
}

async function isUp(machine: Machine, services: boolean): Promise<void> {
  // It has its own host name once it no longer sees this machine's files.
  const ready = services ? "systemctl is-system-running" : "ip link show lo";
  for (;;) {
    const { out } = await machine.run(`test "$(hostname)" = stoep && ${ready}`);
    // Degraded means that some service of the host could not start in there.
    if (/\brunning|degraded|,UP\b/.test(out)) return;
    await wait(100);
  }
}
