import { patienceMs } from "../../offline/patience.ts";
import { client, reasonOf } from "../../trpc.ts";

const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));

/** In milliseconds. A restore takes up to a minute, so by then something is wrong. */
const lateMs = 3 * 60_000;

/**
 * Asks until the server is back from a restore.
 * @param late called once if that takes too long; the asking goes on
 * @returns whether the backup was restored
 */
export async function restored(stopped: () => boolean, late: () => void): Promise<boolean> {
  // Beside the asking, because a machine that is off leaves a request without an answer for long.
  const patience = setTimeout(late, lateMs);
  try {
    return await untilBack(stopped);
  } finally {
    clearTimeout(patience);
  }
}

async function untilBack(stopped: () => boolean): Promise<boolean> {
  while (!stopped()) {
    await pause();
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const health = await fetch("/api/health", { signal });
      if (!health.ok) continue;
      const { restore } = await client.admin.backups.overview.query();
      if (restore?.phase !== "restoring") return false;
    } catch (error) {
      // A restored database has no sessions. Without a response, the server is not back yet.
      if (reasonOf(error)?.code === "auth.signed_out") return true;
    }
  }
  return false;
}
