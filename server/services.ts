import { isIP } from "node:net";
import type { Config } from "./config.ts";
import type { Db } from "./database/open.ts";
import { type Backups, createBackups } from "./platform/backup/scheduler.ts";
import { type Moment, momentOf } from "./platform/clock/clock.ts";
import { listReader, type ReadList } from "./platform/csv/file.ts";
import { readSheets } from "./platform/csv/sheets.ts";
import { createHealth, type Health } from "./platform/health/health.ts";
import { isServedFor } from "./platform/https/certificates.ts";
import type { Certificates } from "./platform/https/currentPair.ts";
import { reachedAt } from "./platform/https/names.ts";
import { readOwn } from "./platform/https/ownCertificate.ts";
import { firstName, namesOf } from "./platform/https/pair.ts";
import { openBuilding, refuseLost } from "./platform/installation/database.ts";
import { sheetWorker } from "./platform/installation/paths.ts";
import { createLive, type Live } from "./platform/live/live.ts";
import { createRateLimit, type RateLimit } from "./platform/rateLimit/rateLimit.ts";
import { createUnsent, type Unsent } from "./platform/rateLimit/unsent.ts";
import { createWeather, type Weather } from "./platform/weather/weather.ts";

/** Objects that live as long as the process, for use in every call. */
export interface Services {
  config: Config;
  db: Db;
  weather: Weather;
  /** The certificates for HTTPS; null if this server uses plain HTTP. */
  certificates: Certificates | null;
  backups: Backups;
  readList: ReadList;
  /** Whether changes can be saved. */
  health: Health;
  /** Limits on reads and changes per session, in calls, and on responses per person, in bytes. */
  rateLimits: { reading: RateLimit; changing: RateLimit; sending: RateLimit };
  /** How many bytes of responses are waiting for clients. */
  unsent: Unsent;
  /** Tells everybody who listens what has changed. */
  live: Live;
  /** The address at which people reach this server, for links. */
  origin: () => string;
  now: () => Moment;
}

/**
 * The host people type if no setting says it: the machine's address, or the certificate's name.
 * @throws ConfigError
 */
const hostOf = ({ https, host }: Config, certificates: Certificates | null): string => {
  const own = https && https !== "local" ? (certificates?.pair() ?? readOwn(https, null)) : null;
  const typed = (own && firstName(own)) ?? certifiedName(certificates, reachedAt(host));
  return isIP(typed) === 6 ? `[${typed}]` : typed;
};

/** If the router changed this machine's address, the certificate covers only its name. */
const certifiedName = (certificates: Certificates | null, address: string): string => {
  if (certificates?.kind !== "local" || isServedFor(certificates, address)) return address;
  const names = namesOf(certificates.pair().chain[0]);
  return names.find((name) => name.endsWith(".local")) ?? address;
};

/** A change costs much more than a read, so a session may make fewer changes by this factor. */
const readsPerChange = 20;

/** The rate limits from the settings. */
export const rateLimitsOf = ({
  requestsPerSecond,
  bytesPerSecond,
}: Pick<Config, "requestsPerSecond" | "bytesPerSecond">) => ({
  reading: createRateLimit(requestsPerSecond),
  changing: createRateLimit(requestsPerSecond / readsPerChange),
  sending: createRateLimit(bytesPerSecond),
});

const systemClock = () => new Date();

/**
 * Opens all services from the settings.
 * @param port the actual port, as soon as it is known
 * @param certificates for a server with HTTPS; else null
 * @param backups existing ones, which continue when the database is replaced
 * @throws DatabaseError
 */
export function createServices(
  config: Config,
  {
    port = () => config.port,
    clock = systemClock,
    database = config.database,
    certificates = null as Certificates | null,
    backups = createBackups(config, clock),
  } = {},
): Services {
  const scheme = config.https ? "https" : "http";
  if (database === config.database) refuseLost(config);
  const db = openBuilding(database, { backups: config.backups });
  const now = () => momentOf(clock(), config.timeZone);
  return {
    config,
    certificates,
    backups,
    readList: sheetWorker ? listReader(sheetWorker) : readSheets,
    db,
    health: createHealth(config, db),
    rateLimits: rateLimitsOf(config),
    unsent: createUnsent(),
    live: createLive(db, now),
    weather: createWeather(config.weather, clock),
    origin: () =>
      config.origin ?? new URL(`${scheme}://${hostOf(config, certificates)}:${port()}`).origin,
    now,
  };
}
