import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { speaking } from "./releaseError.ts";

const run = promisify(execFile);

/** Starts and stops the installed server as scripts/install set it up: by systemd or directly. */
export function serviceOf(prefix: string, release: string) {
  // The callers check which version answers, so the script need not wait for it.
  const control = (verb: string) =>
    speaking(
      run(join(release, "scripts/machine/control"), [prefix, verb, "at-once"], {
        timeout: 120_000,
      }),
    );
  const isTrue = (verb: string) =>
    control(verb).then(
      () => true,
      () => false,
    );
  return {
    start: () => control("start"),
    stop: () => control("stop"),
    restart: () => control("restart"),
    isRunning: () => isTrue("running"),
    /** Whether it runs, or would if it did not fail: nobody stopped it. */
    isMeantToRun: () => isTrue("meant"),
  };
}
