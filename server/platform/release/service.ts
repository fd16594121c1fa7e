import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The installed server, started and stopped as scripts/install arranged it: by systemd or as a process. */
export function serviceOf(prefix: string, release: string) {
  // Whoever starts it here looks by themselves which version answers.
  const control = (verb: string) =>
    run(join(release, "scripts/machine/control"), [prefix, verb, "at-once"], { timeout: 120_000 });
  return {
    start: () => control("start"),
    stop: () => control("stop"),
    restart: () => control("restart"),
    isRunning: async () => {
      try {
        await control("running");
        return true;
      } catch {
        return false;
      }
    },
  };
}
