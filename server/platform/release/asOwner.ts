import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { lstatSync } from "node:fs";
import { commandLine } from "../installation/paths.ts";
import { ReleaseError } from "./releaseError.ts";

// An upgrade runs as root, but the data belong to another user. So each step in the data folder
// runs in a separate process, which first switches from root to the data's owner.

export type OwnerStep = "keep-room" | "keep-database" | "put-back" | "drop-snapshot";

export type OwnerMessage = { busy: true } | { held: true };

export const ownerCommand = "as-owner";

/** @throws ReleaseError with what the process printed */
export async function asOwner(
  data: string,
  step: OwnerStep,
  hasSnapshot = false,
  onMessage?: (message: OwnerMessage, child: ChildProcess) => void,
) {
  const words = [ownerCommand, step, "--data", data, ...(hasSnapshot ? ["--snapshot"] : [])];
  const child = fork(commandLine, words, { stdio: ["ignore", "ignore", "pipe", "ipc"], cwd: "/" });
  let errorOutput = "";
  const heard = child.stderr && once(child.stderr, "close");
  child.stderr?.on("data", (chunk) => {
    errorOutput += chunk;
  });
  // Not "close": Node does not emit it when this side ends the channel.
  const ended = once(child, "exit");
  let isHeld = false;
  child.on("message", (message: OwnerMessage) => {
    isHeld ||= "held" in message;
    onMessage?.(message, child);
  });
  const [code] = await ended;
  await heard;
  // A process that holds the data holds them until it is ended, so it does not exit with 0.
  if (code !== 0 && !isHeld)
    throw new ReleaseError(errorOutput.trim() || `${step} ended with ${code}.`);
}

/** @param meanwhile runs while nobody else can open the data @param stop stops the server */
export async function putDatabaseBack(
  data: string,
  hasSnapshot: boolean,
  stop: () => Promise<unknown>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  if (!lstatSync(data, { throwIfNoEntry: false })) return meanwhile();
  let failure: unknown;
  let done: Promise<void> | undefined;
  let stopping: Promise<unknown> | undefined;
  const noteFailure = (error: unknown) => {
    failure ??= error;
  };
  await asOwner(data, "put-back", hasSnapshot, (message, child) => {
    // The interrupted upgrade may have started a server after the last stop.
    if ("busy" in message)
      stopping ??= stop()
        .catch(noteFailure)
        .finally(() => {
          stopping = undefined;
        });
    // A stop that ends only after the next start would stop what was just put back.
    if ("held" in message)
      done = Promise.resolve(stopping)
        .then(meanwhile)
        .catch(noteFailure)
        .finally(() => child.disconnect());
  });
  await done;
  if (failure) throw failure;
}
