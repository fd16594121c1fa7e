import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type Installation, isService } from "../platform/installation/installation.ts";
import { root } from "../platform/installation/paths.ts";
import { serviceOf } from "../platform/release/service.ts";

const run = promisify(execFile);

/** The state of the installed server, as systemd or the process itself shows it. */
export interface ServiceState {
  /** `trying`: it ended, and systemd is starting it again. */
  is: "running" | "trying" | "failed" | "stopped" | "missing";
  restarts: number;
  /** Its process id; null when it does not run. */
  pid: number | null;
  /** The user systemd runs it as; null for a plain process. */
  user: string | null;
  /** Whether it starts with the machine; null for a plain process, where this is unknown. */
  isEnabled: boolean | null;
  /** The last lines it logged, and why systemd could not start it, if that is so. */
  words(): Promise<string[]>;
}

const queriedProperties =
  "ExecMainStatus,LoadState,ActiveState,SubState,MainPID,NRestarts,User,UnitFileState,InvocationID";

async function askSystemd(): Promise<Record<string, string>> {
  const words = ["show", "stoep.service", `--property=${queriedProperties}`];
  const { stdout } = await run("systemctl", words, { timeout: 10_000 });
  return Object.fromEntries([...stdout.matchAll(/^(.+?)=(.*)$/gm)].map((line) => line.slice(1)));
}

function stateOf({ LoadState, ActiveState, SubState }: Record<string, string>): ServiceState["is"] {
  if (LoadState !== "loaded") return "missing";
  if (ActiveState === "failed") return "failed";
  if (SubState === "auto-restart") return "trying";
  return ActiveState === "inactive" || ActiveState === "deactivating" ? "stopped" : "running";
}

/** @throws when systemd cannot be asked; not every user may */
export async function askService(installation: Installation): Promise<ServiceState> {
  if (!isService(installation)) return askProcess(installation);
  const properties = await askSystemd();
  return {
    is: stateOf(properties),
    restarts: Number(properties.NRestarts) || 0,
    pid: Number(properties.MainPID) || null,
    user: properties.User || "root",
    isEnabled: properties.UnitFileState === "enabled",
    async words() {
      const why = neverStarted[properties.ExecMainStatus ?? ""];
      const lines = relevantLines(await journalOf(properties.InvocationID ?? ""));
      return why ? [...lines, why] : lines;
    },
  };
}

async function askProcess({ prefix }: Installation): Promise<ServiceState> {
  const isRunning = await serviceOf(prefix, root).isRunning();
  // Whoever stops the server deletes this file.
  const file = join(prefix, "stoep.pid");
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : null;
  return {
    is: isRunning ? "running" : pid === null ? "stopped" : "failed",
    restarts: 0,
    pid: isRunning ? pid : null,
    user: null,
    isEnabled: null,
    words: async () => relevantLines(await readFile(join(prefix, "stoep.log"), "utf8")),
  };
}

const patienceMs = 8_000;

/** Waits a while for repeated restarts to end, because the reason is known then. */
export async function askSettled(
  installation: Installation,
  answers: () => Promise<boolean>,
): Promise<ServiceState> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const state = await askService(installation);
    const isPassing = state.is === "running" && state.restarts > 0;
    if (!isPassing || Date.now() > end || (await answers())) return state;
    await wait(100);
  }
}

/** Log lines that systemd writes for every service, and those meant for programs. */
const noise =
  /^\{|^(Start(ing|ed)|Stopp(ing|ed)|Failed to start) |: (Scheduled restart|Start request repeated|Main process exited|Control process exited|Failed with result|Consumed|Deactivated)/;

/** Why systemd could not even start the program, by its exit status (systemd.exec(5)). */
const neverStarted: Record<string, string> = {
  200: "Its user may not enter the data folder.",
  203: "Its program could not be run.",
  217: "Its user is not there.",
  226: "A folder that it works in is not there.",
};

const relevantLines = (log: string) =>
  log
    .split("\n")
    .filter((line) => line.trim() && !noise.test(line))
    .slice(-8);

/** The journal of one start only: the cause of an earlier failure may be fixed by now. */
async function journalOf(invocation: string): Promise<string> {
  const ofIt = [`_SYSTEMD_INVOCATION_ID=${invocation}`, "+", `INVOCATION_ID=${invocation}`];
  const how = ["--quiet", "--no-pager", "--output=cat", "--lines=40"];
  return run("journalctl", [...how, ...ofIt], { timeout: 10_000 }).then(
    ({ stdout }) => stdout,
    () => "",
  );
}
