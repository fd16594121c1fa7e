import { existsSync, mkdirSync } from "node:fs";
import { type Config, readConfig } from "../config.ts";
import type { Actor } from "../platform/audit/actor.ts";
import type { Services } from "../services.ts";
import { createServices } from "../services.ts";
import { Refusal } from "./command.ts";

export const atTheShell: Actor = { accountId: null, origin: "shell" };

/** @throws Refusal where there is no building, as in a mistyped folder */
export function requireBuilding({ database }: Pick<Config, "database"> = readConfig()): void {
  if (!existsSync(database))
    throw new Refusal(`There is no database at ${database}. Is STOEP_DATA the right folder?`);
}

/** In milliseconds. No request waits for this process, so it can wait for a write of the server. */
const patienceMs = 5_000;

/** Opens the database of the settings, or creates it; a server may be using it meanwhile. */
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
