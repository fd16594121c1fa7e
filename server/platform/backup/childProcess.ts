import { fork } from "node:child_process";
import { once } from "node:events";
import type { Config } from "../../config.ts";
import { commandLine } from "../installation/paths.ts";
import type { Step } from "./archive/archive.ts";
import type { Prepared } from "./restore/prepare.ts";

/** How many there are of what, in the words of a trustee: 12 fines. */
export interface Count {
  kind: string;
  count: number;
}

/** A backup that was unpacked and checked. */
export interface Ready extends Prepared {
  /** The folder in which it lies, in the data folder. */
  work: string;
  coming: Count[];
  /** Whether only the part of the passphrase before the # opened it. */
  isShortened: boolean;
  /** What there is now, which it would replace. */
  present: Count[];
}

/** What a command tells the server that runs it. */
export type Message =
  | { step: [step: Step, part?: number] }
  | { ready: Ready }
  | { wants: "passphrase" };

/** A command of scripts/stoep that runs for the server, outside of its event loop. */
export interface ChildTask {
  /** Why it failed, in words; null when it did not. Never rejects. */
  failed: Promise<string | null>;
  /** Ends it; it leaves nothing half. */
  cancel: () => Promise<void>;
}

/** How long it may take to clean up after itself, in milliseconds. */
const patienceMs = 5_000;

/**
 * Runs one of our commands as a process of its own: hashing, checking and packing hold up no request.
 * @param passphrase instead of the setting's
 * @param node options of Node itself that this process was not started with
 */
export function runChildTask(
  config: Config,
  args: string[],
  onMessage: (message: Message) => void,
  { passphrase = config.backup.passphrase, node = [] as string[] } = {},
): ChildTask {
  const child = fork(commandLine, args, {
    silent: true,
    execArgv: [...process.execArgv, ...node],
    env: {
      ...process.env,
      STOEP_DATA: config.data,
      TIMEZONE: config.timeZone,
      BACKUP_PASSPHRASE: passphrase ?? "",
      BACKUP_COPY_TO: config.backup.copyTo ?? "",
    },
  });
  let errorOutput = "";
  child.stdout?.resume();
  child.stderr?.on("data", (chunk) => {
    errorOutput += chunk;
  });
  child.on("message", (message) => onMessage(message as Message));
  const failed = once(child, "close").then(
    ([code]) => (code === 0 ? null : errorOutput.trim() || `The command ended with ${code}.`),
    (error: Error) => error.message,
  );
  const cancel = async () => {
    child.kill("SIGTERM");
    const patience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    await failed;
    clearTimeout(patience);
  };
  return { failed, cancel };
}
