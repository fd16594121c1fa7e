import { networkInterfaces } from "node:os";
import type { Config } from "./config.ts";
import { openDatabase } from "./db.ts";
import { createBackups } from "./platform/backup/keeper.ts";
import { momentOf } from "./platform/clock/clock.ts";
import { createWeather } from "./platform/weather/weather.ts";
import type { House } from "./trpc.ts";

/** The address of this machine on the building's network; its own when there is no network. */
export function lanAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outward = addresses.find(({ family, internal }) => family === "IPv4" && !internal);
  return outward?.address ?? "127.0.0.1";
}

/** Listening on all addresses is listening on the building's network; else people type what is listened on. */
const reachedAt = (host: string): string =>
  host === "0.0.0.0" || host === "::" ? lanAddress() : host;

const systemClock = () => new Date();

/**
 * Opens everything a house needs from its settings.
 * @param port the one really listened on, once that is known
 * @param backups what looks after them already, whichever database is served
 * @throws DatabaseError
 */
export function makeHouse(
  config: Config,
  {
    port = () => config.port,
    clock = systemClock,
    database = config.database,
    backups = createBackups(config, clock),
  } = {},
): House {
  return {
    config,
    backups,
    db: openDatabase(database, config.backups),
    weather: createWeather(config.weather, clock),
    origin: () => config.origin ?? `http://${reachedAt(config.host)}:${port()}`,
    now: () => momentOf(clock(), config.timeZone),
  };
}
