import { isIP } from "node:net";
import type { Services } from "./api/procedures.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./database/open.ts";
import { createUnsent } from "./http/backpressure.ts";
import { createBackups } from "./platform/backup/scheduler.ts";
import { momentOf } from "./platform/clock/clock.ts";
import { createHealth } from "./platform/health/health.ts";
import { type Certificates, isServedFor } from "./platform/https/certificates.ts";
import { reachedAt } from "./platform/https/names.ts";
import { readOwn } from "./platform/https/ownCertificate.ts";
import { firstName, namesOf } from "./platform/https/pair.ts";
import { sealAll } from "./platform/idNumbers/idNumbers.ts";
import { createRateLimit } from "./platform/rateLimit/rateLimit.ts";
import { createWeather } from "./platform/weather/weather.ts";

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
