import { setTimeout as wait } from "node:timers/promises";

/** The version of the Stoep that answers at an address, or null. */
export async function askHealth(origin: string): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(3_000) });
    const health = (await answer.json()) as { version?: unknown; status?: unknown };
    return health.status && health.version ? String(health.version) : null;
  } catch {
    return null;
  }
}

/** How long a slow machine may take to check its database and begin to answer. */
const patienceMs = 60_000;

/** So often in a row it must not be running to be given up earlier; whoever restarts it needs a moment. */
const givenUp = 20;

/**
 * Waits until a Stoep answers there, of that version if one is named. Answers whether one did.
 * @param isRunning whether there is anything to wait for
 */
export async function waitForHealth(
  origin: string,
  version?: string,
  isRunning: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const end = Date.now() + patienceMs;
  for (let gone = 0; Date.now() < end && gone < givenUp; ) {
    const found = await askHealth(origin);
    if (found && (version === undefined || found === version)) return true;
    gone = (await isRunning()) ? 0 : gone + 1;
    await wait(200);
  }
  return false;
}

/** Where a server that listens on `host` is asked from its own machine; health is told over plain HTTP too. */
export function nearAddress(host: string, port: number, isSecure = false): string {
  const near = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${isSecure ? "https" : "http"}://${near.includes(":") ? `[${near}]` : near}:${port}`;
}
