import { mkdirSync } from "node:fs";
import { readConfig } from "../config.ts";
import type { Actor } from "../platform/audit/audit.ts";
import type { Services } from "../services.ts";
import { createServices } from "../services.ts";

/** Who acts here, as the audit trail names it. */
export const atTheShell: Actor = { accountId: null, origin: "shell" };

/** Nobody else waits for this process, so it may wait for a server's write, in milliseconds. */
const patienceMs = 5_000;

/** Opens the house the settings name, making it when there is none; a server may run on it meanwhile. */
export async function withServices(
  work: (services: Services) => void | Promise<void>,
): Promise<void> {
  const config = readConfig();
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const services = createServices(config);
  try {
    services.db.$client.pragma(`busy_timeout = ${patienceMs}`);
    await work(services);
  } finally {
    services.db.$client.close();
  }
}
