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

/** Waits until a Stoep answers there, of that version if one is named. Answers whether one did. */
export async function waitForHealth(origin: string, version?: string): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    const found = await askHealth(origin);
    if (found && (version === undefined || found === version)) return true;
    await wait(200);
  }
  return false;
}

/** Where a server that listens on `host` is asked from its own machine. */
export function nearAddress(host: string, port: number): string {
  const near = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${near.includes(":") ? `[${near}]` : near}:${port}`;
}
