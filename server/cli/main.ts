import { dropOwnWork } from "../platform/backup/disk.ts";
import { commandLine } from "./commandLine.ts";

/** Ends in the middle of the work: on SIGTERM, and when the server that started this is gone. */
function end(): void {
  dropOwnWork();
  process.exit(143);
}
process.once("SIGTERM", end);
process.once("disconnect", end);
// A channel with listeners would keep this process running.
process.channel?.unref();

// Files that Stoep writes are for its own user only.
process.umask(0o077);
await commandLine(process.argv.slice(2));
