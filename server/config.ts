import { isIP } from "node:net";
import { isAbsolute, join, resolve } from "node:path";
import * as z from "zod";
import { nameIn } from "./platform/hosts/hostHeader.ts";
import { meantInEnvironment } from "./platform/installation/closestName.ts";
import { complaint } from "./platform/validation/schema.ts";

const timeZone = z.string().refine(
  (zone) => {
    try {
      new Intl.DateTimeFormat("en-ZA", { timeZone: zone });
      return true;
    } catch {
      return false;
    }
  },
  { message: "is not a time zone name such as Africa/Johannesburg" },
);

const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be an address such as http://192.168.1.20:3000",
});
const httpUrl = webAddress.transform((url) => url.replace(/(?<!\/)\/+$/, ""));

/** The address of this server. Stoep serves at the root, so nothing may follow the port. */
const origin = webAddress
  .refine((url) => /^[^:]+:\/\/[^/?#]+\/*$/.test(url), "must end after the name or the port")
  .transform((url) => new URL(url).origin);

const isProxy = (text: string): boolean => {
  const [address = "", bits = "0"] = text.trim().split("/");
  if (["loopback", "linklocal", "uniquelocal"].includes(address)) return true;
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= 128;
};
const proxies = z
  .string()
  .refine(
    (value) => /^(true|false|\d{1,2})$/.test(value) || value.split(",").every(isProxy),
    "must be true, a number of hops, or addresses such as 10.0.0.1 or 10.0.0.0/8",
  );

const hosts = z
  .string()
  .transform((value) => value.split(",").map((each) => each.trim()))
  .refine(
    (names) => names.every((name) => nameIn(name) !== null && !/[:[]/.test(name)),
    "must be names without a port, such as stoep.example.co.za, with commas between them",
  )
  .transform((names) => names.flatMap((name) => nameIn(name) ?? []));

const days = z.coerce.number().int().min(1).max(3650);

const usualData = "./data";

type Environment = Record<string, string | undefined>;

/** The data folder from the environment, even if other settings are invalid. */
export const dataFolder = (env: Environment = process.env): string =>
  resolve(env.STOEP_DATA || usualData);

/** Every environment variable that Stoep reads. All are optional; README has the same list. */
export const environment = z.object({
  STOEP_DATA: z.string().default(usualData),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  STOEP_ORIGIN: origin.optional(),
  TRUST_PROXY: proxies.optional(),
  ALLOWED_HOSTS: hosts.optional(),
  HTTPS: z.enum(["off", "local"]).default("off"),
  HTTPS_CERT: z.string().optional(),
  HTTPS_KEY: z.string().optional(),
  TIMEZONE: timeZone.default("Africa/Johannesburg"),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  SESSION_IDLE_DAYS: days.default(30),
  SESSION_MAX_DAYS: days.default(90),
  TOKEN_MAX_DAYS: days.default(365),
  REQUESTS_PER_SECOND: z.coerce.number().int().min(20).default(2000),
  CREATIONS_PER_DAY: z.coerce.number().int().min(1).default(1000),
  BYTES_PER_SECOND: z.coerce.number().int().min(1_000_000).default(32_000_000),
  VISITOR_DAYS: days.default(30),
  // The books of six whole financial years must be there.
  PROOF_YEARS: z.coerce.number().int().min(1).max(30).default(7),
  GATE_PRINTER: z.string().optional(),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(2),
  BACKUP_PASSPHRASE: z.string().optional(),
  BACKUP_COPY_TO: z
    .string()
    .refine(isAbsolute, "must be the whole path of a folder, such as /media/stick/stoep")
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an address such as smtp://mail.example:587" })
    .optional(),
  SMTP_CA: z.string().refine(isAbsolute, "must be the whole path of a file").optional(),
  MAIL_FROM: z.string().default("Stoep <stoep@localhost>"),
  // Not normalized, because providers compare it exactly, including a slash at the end.
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  WEATHER_CITY: z.string().default("Johannesburg"),
  WEATHER_LATITUDE: z.coerce.number().min(-90).max(90).default(-26.2041),
  WEATHER_LONGITUDE: z.coerce.number().min(-180).max(180).default(28.0473),
  OPENWEATHERMAP_KEY: z.string().optional(),
  OPENWEATHERMAP_URL: httpUrl.default("https://api.openweathermap.org"),
  OPEN_METEO_URL: httpUrl.default("https://api.open-meteo.com"),
  METRICS_TOKEN: z.string().optional(),
});

/** Says what is wrong with the settings, for the person who set them. */
export class ConfigError extends Error {}

export const settingNames = (): string[] => Object.keys(environment.shape);

/** The environment without Stoep's settings. */
export const withoutSettings = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !(name in environment.shape)));

export const misspelt = (name: string, meant: string) =>
  `There is no setting ${name}. Did you mean ${meant}?`;

/** Variables that look like misspelt settings, each with a message. */
export function misspeltIn(env: Environment): { name: string; says: string }[] {
  return Object.keys(env).flatMap((name) => {
    const meant = meantInEnvironment(name, settingNames());
    return meant && env[name] !== "" ? { name, says: misspelt(name, meant) } : [];
  });
}

/**
 * Reads the settings from the environment; an empty variable counts as not set.
 * @throws ConfigError with every invalid variable and the reason
 */
export function readConfig(env: Environment = process.env) {
  const unknown = misspeltIn(env).map(({ says }) => `  ${says}`);
  const set = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in environment.shape && value !== ""),
  );
  const parsed = environment.safeParse(set);
  const issues = parsed.error?.issues.map((issue) => `  ${complaint(issue).message}`) ?? [];
  if (!parsed.success || unknown.length > 0)
    throw new ConfigError(`These settings cannot be used:\n${[...issues, ...unknown].join("\n")}`);
  const e = parsed.data;
  const oidc =
    e.OIDC_ISSUER && e.OIDC_CLIENT_ID
      ? { issuer: e.OIDC_ISSUER, clientId: e.OIDC_CLIENT_ID, clientSecret: e.OIDC_CLIENT_SECRET }
      : null;
  if (!oidc && (e.OIDC_ISSUER || e.OIDC_CLIENT_ID || e.OIDC_CLIENT_SECRET)) {
    const missing = e.OIDC_ISSUER ? "OIDC_CLIENT_ID" : "OIDC_ISSUER";
    throw new ConfigError(
      `Sign-in with a provider also needs ${missing}. Set it too, or set none of the OIDC_ settings.`,
    );
  }
  const data = dataFolder(env);
  return {
    data,
    database: join(data, "stoep.db"),
    uploads: join(data, "uploads"),
    backups: join(data, "backups"),
    /** The folder for private keys, which stay when the server restarts. */
    secrets: join(data, "secrets"),
    port: e.PORT,
    host: e.HOST,
    /** The address people type; null for the machine's own. */
    origin: e.STOEP_ORIGIN ?? null,
    trustProxy: trustProxy(e.TRUST_PROXY),
    /** Names people may type besides that address, the machine's own and `localhost`. */
    allowedHosts: e.ALLOWED_HOSTS ?? [],
    https: https(e),
    timeZone: e.TIMEZONE,
    logLevel: e.LOG_LEVEL,
    session: { idleDays: e.SESSION_IDLE_DAYS, maxDays: e.SESSION_MAX_DAYS },
    /** The printer for the list of the gate, by its name in CUPS; null: none. */
    gatePrinter: e.GATE_PRINTER ?? null,
    /** How many days a new token for programs is valid. */
    tokenMaxDays: e.TOKEN_MAX_DAYS,
    /** The most reads per second for one session; for changes it is a twentieth. */
    requestsPerSecond: e.REQUESTS_PER_SECOND,
    /** The most records of one kind per person in 24 hours; for admins 20 times as many. */
    creationsPerDay: e.CREATIONS_PER_DAY,
    /** The most bytes of responses per second for one person. */
    bytesPerSecond: e.BYTES_PER_SECOND,
    privacy: {
      /** How many days after a visit the visitor's name is deleted. */
      visitorDays: e.VISITOR_DAYS,
      /** How many years the payment proofs of an erased person stay with the books. */
      proofYears: e.PROOF_YEARS,
    },
    backup: {
      /** The hour of the nightly backup in the building's time zone, 0 to 23. */
      hour: e.BACKUP_HOUR,
      passphrase: e.BACKUP_PASSPHRASE ?? null,
      copyTo: e.BACKUP_COPY_TO ?? null,
    },
    mail: e.SMTP_URL ? { url: e.SMTP_URL, from: e.MAIL_FROM, authority: e.SMTP_CA ?? null } : null,
    oidc,
    weather: {
      city: e.WEATHER_CITY,
      latitude: e.WEATHER_LATITUDE,
      longitude: e.WEATHER_LONGITUDE,
      openWeatherMapKey: e.OPENWEATHERMAP_KEY ?? null,
      openWeatherMapUrl: e.OPENWEATHERMAP_URL,
      openMeteoUrl: e.OPEN_METEO_URL,
    },
    /** The token that programs must send for the metrics; null turns the metrics off. */
    metricsToken: e.METRICS_TOKEN ?? null,
  };
}

export type Config = ReturnType<typeof readConfig>;

/**
 * The source of the HTTPS certificate: files, "local" for one made on this machine, or null.
 * @throws ConfigError
 */
function https(e: z.output<typeof environment>): null | "local" | { cert: string; key: string } {
  const { HTTPS_CERT: cert, HTTPS_KEY: key } = e;
  const local = e.HTTPS === "local";
  if (local && (cert || key))
    throw new ConfigError(
      "HTTPS=local makes a certificate, but HTTPS_CERT and HTTPS_KEY bring your own. Set one or the other.",
    );
  if (!cert !== !key)
    throw new ConfigError(
      `A certificate of your own also needs ${cert ? "HTTPS_KEY" : "HTTPS_CERT"}. Set both, or neither.`,
    );
  const chosen = cert && key ? { cert: resolve(cert), key: resolve(key) } : local ? "local" : null;
  if (chosen && e.STOEP_ORIGIN?.startsWith("http:"))
    throw new ConfigError(
      `STOEP_ORIGIN is ${e.STOEP_ORIGIN}, but HTTPS is on. Write it with https:// at the start.`,
    );
  return chosen;
}

/** `true`, a number of hops, or the proxies' addresses, as in Fastify; unset trusts nobody. */
function trustProxy(value: string | undefined): boolean | number | string {
  if (value === undefined || value === "false") return false;
  if (value === "true") return true;
  return /^\d+$/.test(value) ? Number(value) : value;
}
