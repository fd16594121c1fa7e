import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, inject } from "vitest";
import { type Ran, ranOf } from "../../server/cli/testing.ts";
import { root } from "../../server/platform/installation/paths.ts";
import { readSecretKey, type SecretKey } from "../../server/platform/release/minisign.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The archive of this Stoep, made once for all tests. */
    release: string;
    /** The secret key it is signed with. */
    releaseKey: string;
  }
}

export const release = () => inject("release");

export const releaseKeyFile = () => inject("releaseKey");
export const releaseKey = (): SecretKey =>
  readSecretKey(readFileSync(releaseKeyFile(), "utf8"), releaseKeyFile());

/** A machine nothing is installed on; see scripts/machine/box. */
export interface Machine {
  /** Its /srv, as seen from here. */
  shared: string;
  /** Where a file of the machine is, as seen from here. */
  at(path: string): string;
  /** Runs lines of shell as root, as somebody at its keyboard would. */
  run(lines: string): Promise<Ran>;
  /** Runs them without waiting. */
  begin(lines: string): ChildProcess;
}

interface Kind {
  /** Whether it runs systemd. */
  services?: boolean;
  /** Programs that are not on it, by their paths. */
  without?: string[];
}

const guides = ["installing", "operating"].map((name) =>
  readFileSync(join(root, `docs/${name}.md`), "utf8"),
);

/** The commands of a chapter of the docs on installing and looking after it, as they stand there. */
export function docsOn(chapter: string): string {
  const [, after = ""] = guides.join("\n").split(`\n## ${chapter}\n`);
  const [, commands] = /^```sh\n([\s\S]*?)```/m.exec(after) ?? [];
  if (!commands) throw new Error(`The docs have no commands on "${chapter}".`);
  return commands;
}

/** Starts a machine for one test file; it is gone afterwards, with all it runs. */
export async function newMachine({ services = false, without = [] }: Kind = {}): Promise<Machine> {
  const shared = mkdtempSync(join(tmpdir(), "stoep-machine-"));
  chmodSync(shared, 0o755);
  const box = join(root, "scripts/machine/box");
  const init = services ? "systemd" : "none";
  const child = spawn(box, [shared, init, ...without], { stdio: ["ignore", "ignore", "inherit"] });
  // Where only other tests of the file were asked for, nobody comes by here.
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
    // Its input is a socket, for which bash would read root's settings as for a guest of the network.
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

/** The first process inside, once there is one: `unshare` is its parent. */
async function firstProcessOf({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    if (children) return Number(children.split(" ")[0]);
    await wait(20);
  }
}

async function isUp(machine: Machine, services: boolean): Promise<void> {
  // Its name is its own once it has left this machine's files behind.
  const ready = services ? "systemctl is-system-running" : "ip link show lo";
  for (;;) {
    const { out } = await machine.run(`test "$(hostname)" = stoep && ${ready}`);
    // Degraded: a service of this machine's own could not start in there.
    if (/\brunning|degraded|,UP\b/.test(out)) return;
    await wait(100);
  }
}
