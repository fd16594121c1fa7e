import { constants } from "node:os";
import { dropOwnWork } from "../platform/backup/disk.ts";
import { commandLine } from "./commandLine.ts";

/** Ends in the middle of the work: on a signal, and when the server that started this is gone. */
function end(signal: number): void {
  dropOwnWork();
  process.exit(128 + signal);
}
const { signals } = constants;
for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
  process.once(name, () => end(signals[name]));
process.once("disconnect", () => end(signals.SIGTERM));
// A channel with listeners would keep this process running.
process.channel?.unref();

// Files that Stoep writes are for its own user only.
process.umask(0o077);
await commandLine(process.argv.slice(2));
