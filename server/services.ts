import { isIP } from "node:net";
import type { Config } from "./config.ts";
import { type Db, openDatabase } from "./database/open.ts";
import { type Backups, createBackups } from "./platform/backup/scheduler.ts";
import { type Moment, momentOf } from "./platform/clock/clock.ts";
import { createHealth, type Health } from "./platform/health/health.ts";
import { type Certificates, isServedFor } from "./platform/https/certificates.ts";
import { reachedAt } from "./platform/https/names.ts";
import { readOwn } from "./platform/https/ownCertificate.ts";
import { firstName, namesOf } from "./platform/https/pair.ts";
import { sealAll } from "./platform/idNumbers/idNumbers.ts";
import { createRateLimit, type RateLimit } from "./platform/rateLimit/rateLimit.ts";
import { createUnsent, type Unsent } from "./platform/rateLimit/unsent.ts";
import { createWeather, type Weather } from "./platform/weather/weather.ts";

/** What lives as long as the process and every call may use. */
export interface Services {
  config: Config;
  db: Db;
  weather: Weather;
  /** What HTTPS stands on; null where this server speaks plain HTTP. */
  certificates: Certificates | null;
  backups: Backups;
  /** Whether what people do can be saved. */
  health: Health;
  /** How fast one session may read and change things, by calls; how fast one person is sent bytes. */
  rateLimits: { reading: RateLimit; changing: RateLimit; sending: RateLimit };
  /** How much of the answers waits for those who asked. */
  unsent: Unsent;
  /** The address at which people reach this server, for the links that are handed out. */
  origin: () => string;
  now: () => Moment;
}

/**
 * The host that people type when nobody set one: the machine's address, unless the certificate is for
 * a name.
 * @throws ConfigError
 */
const hostOf = ({ https, host }: Config, certificates: Certificates | null): string => {
  const own = https && https !== "local" ? (certificates?.pair() ?? readOwn(https, null)) : null;
  const typed = (own && firstName(own)) ?? certifiedName(certificates, reachedAt(host));
  return isIP(typed) === 6 ? `[${typed}]` : typed;
};

/** An address that the router changed is no longer certified; the machine's name still is. */
const certifiedName = (certificates: Certificates | null, address: string): string => {
  if (certificates?.kind !== "local" || isServedFor(certificates, address)) return address;
  const names = namesOf(certificates.pair().chain[0]);
  return names.find((name) => name.endsWith(".local")) ?? address;
};

/** A change costs so much more than reading that a session may make so many times fewer. */
const readsPerChange = 20;

/** How fast one session may ask, and how much one person may be sent. */
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
 * Opens everything a house needs from its settings.
 * @param port the one really listened on, once that is known
 * @param certificates what HTTPS stands on, for a house that serves; without HTTPS null
 * @param backups what looks after them already, whichever database is served
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
  const db = openDatabase(database, config.backups);
  sealAll(db);
  return {
    config,
    certificates,
    backups,
    db,
    health: createHealth(config, db),
    rateLimits: rateLimitsOf(config),
    unsent: createUnsent(),
    weather: createWeather(config.weather, clock),
    origin: () =>
      config.origin ?? new URL(`${scheme}://${hostOf(config, certificates)}:${port()}`).origin,
    now: () => momentOf(clock(), config.timeZone),
  };
}
