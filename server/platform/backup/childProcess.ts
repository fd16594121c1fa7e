import { fork } from "node:child_process";
import { once } from "node:events";
import type { Config } from "../../config.ts";
import type { Step } from "./archive/archive.ts";
import type { Prepared } from "./restore/prepare.ts";

/** How many records of one kind there are, in a trustee's words: 12 fines. */
export interface Count {
  kind: string;
  count: number;
}

export interface Ready extends Prepared {
  /** The folder it was unpacked into, inside the data folder. */
  work: string;
  coming: Count[];
  /** Whether only the part of the passphrase before the # opened it. */
  isShortened: boolean;
  /** The present records, which it would replace. */
  present: Count[];
}

export type Message =
  | { step: [step: Step, part?: number] }
  | { ready: Ready }
  | { wants: "passphrase" };

/** A command of scripts/stoep that the server runs outside its event loop. */
export interface ChildTask {
  /** Why it failed, in words, or null. Never rejects. */
  failed: Promise<string | null>;
  /** Ends it. It cleans up its unfinished work. */
  cancel: () => Promise<void>;
}

/** How long it may take to clean up, in milliseconds, before it is killed. */
const patienceMs = 5_000;

/**
 * A process of its own, so that it does not delay requests.
 * @param alsoGood another code than 0 with which it ends when it did not fail
 */
export function runChildTask(
  config: Config,
  args: string[],
  onMessage: (message: Message) => void,
  {
    program,
    passphrase = config.backup.passphrase,
    alsoGood = 0,
  }: { program: string; passphrase?: string | null; alsoGood?: number },
): ChildTask {
  const child = fork(program, args, {
    silent: true,
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
    ([code]) =>
      code === 0 || code === alsoGood
        ? null
        : errorOutput.trim() || `The command ended with ${code}.`,
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
