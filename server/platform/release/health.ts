import { setTimeout as wait } from "node:timers/promises";

export async function askHealth(origin: string): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(3_000) });
    const health = (await answer.json()) as { version?: unknown; status?: unknown };
    return health.status && health.version ? String(health.version) : null;
  } catch {
    return null;
  }
}

/** How long a slow machine may take to check its database and to answer, in milliseconds. */
const patienceMs = 60_000;

/** Gives up after this many checks in a row without a running server: a restart takes a moment. */
const givenUp = 20;

/** Waits until Stoep answers there, with this version if one is given. Returns whether it did. */
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

/** The address for calling a server on `host` locally. Health works over plain HTTP. */
export function nearAddress(host: string, port: number, isSecure = false): string {
  const near = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${isSecure ? "https" : "http"}://${near.includes(":") ? `[${near}]` : near}:${port}`;
}
