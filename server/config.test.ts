import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, environment, readConfig } from "./config.ts";

test("nothing needs to be set", () => {
  expect(readConfig({})).toEqual({
    data: resolve("data"),
    database: resolve("data/stoep.db"),
    uploads: resolve("data/uploads"),
    secrets: resolve("data/secrets"),
    backups: resolve("data/backups"),
    port: 3000,
    host: "0.0.0.0",
    origin: null,
    trustProxy: false,
    allowedHosts: [],
    https: null,
    timeZone: "Africa/Johannesburg",
    logLevel: "info",
    session: { idleDays: 30, maxDays: 90 },
    gatePrinter: null,
    tokenMaxDays: 365,
    privacy: { visitorDays: 30, proofYears: 7 },
    requestsPerSecond: 2000,
    creationsPerDay: 1000,
    bytesPerSecond: 32_000_000,
    backup: { hour: 2, passphrase: null, copyTo: null },
    mail: null,
    metricsToken: null,
    oidc: null,
    weather: {
      city: "Johannesburg",
      latitude: -26.2041,
      longitude: 28.0473,
      openWeatherMapKey: null,
      openWeatherMapUrl: "https://api.openweathermap.org",
      openMeteoUrl: "https://api.open-meteo.com",
    },
  });
});

test("an empty variable counts as not set, and a stranger's is not looked at", () => {
  const empty = Object.fromEntries(Object.keys(environment.shape).map((name) => [name, ""]));
  expect(readConfig({ ...empty, PATH: "/bin", HOME: "/root" })).toEqual(readConfig({}));
});

test("every setting arrives where it is used", () => {
  const config = readConfig({
    STOEP_DATA: "/var/stoep",
    PORT: "8080",
    HOST: "127.0.0.1",
    TIMEZONE: "Europe/Berlin",
    STOEP_ORIGIN: "https://Stoep.example/",
    LOG_LEVEL: "warn",
    SESSION_IDLE_DAYS: "7",
    SESSION_MAX_DAYS: "14",
    BACKUP_HOUR: "23",
    BACKUP_PASSPHRASE: "over the stoep",
    BACKUP_COPY_TO: "/media/stick",
    SMTP_URL: "smtps://me:secret@mail.example",
    MAIL_FROM: "Us <us@example.co.za>",
    WEATHER_CITY: "Mahikeng",
    WEATHER_LATITUDE: "-25.86",
    WEATHER_LONGITUDE: "25.64",
    OPENWEATHERMAP_KEY: "k",
    OPEN_METEO_URL: "http://127.0.0.1:9/",
  });
  expect(config).toMatchObject({
    database: "/var/stoep/stoep.db",
    port: 8080,
    host: "127.0.0.1",
    origin: "https://stoep.example",
    timeZone: "Europe/Berlin",
    logLevel: "warn",
    session: { idleDays: 7, maxDays: 14 },
    backup: { hour: 23, passphrase: "over the stoep", copyTo: "/media/stick" },
    mail: { url: "smtps://me:secret@mail.example", from: "Us <us@example.co.za>" },
    weather: { city: "Mahikeng", latitude: -25.86, openWeatherMapKey: "k" },
  });
  expect(config.weather.openMeteoUrl).toBe("http://127.0.0.1:9");
});

test.each([
  ["PORT", "eighty", "PORT must be a number."],
  ["PORT", "70000", "PORT must be at most 65535."],
  ["TIMEZONE", "Joburg", "TIMEZONE is not a time zone name such as Africa/Johannesburg."],
  ["LOG_LEVEL", "loud", "LOG_LEVEL must be one of: silent, error, warn, info, debug."],
  ["BACKUP_COPY_TO", "stick", "BACKUP_COPY_TO must be the whole path of a folder, such as /media"],
  ["SESSION_MAX_DAYS", "4000", "SESSION_MAX_DAYS must be at most 3650."],
  ["STOEP_ORIGIN", "stoep.example", "STOEP_ORIGIN must be an address such as http"],
  ["STOEP_ORIGIN", "https://x.example/stoep", "STOEP_ORIGIN must end after the name or the port."],
  ["SMTP_URL", "mail.example:587", "SMTP_URL must be an address such as smtp://"],
  ["TRUST_PROXY", "yes", "TRUST_PROXY must be true, a number of hops, or addresses such as"],
  ["TRUST_PROXY", "10.0.0.1/999", "TRUST_PROXY must be true, a number of hops, or addresses"],
])("%s=%s is refused in words", (name, value, words) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`These settings cannot be used:\n  ${words}`);
});

test("everything that is wrong is named at once, and no secret with it", () => {
  const read = () => readConfig({ PORT: "x", LOG_LEVEL: "y", SMTP_URL: "http://me:hush@mail" });
  expect(read).toThrow(/PORT[\s\S]*LOG_LEVEL[\s\S]*SMTP_URL/);
  expect(read).not.toThrow(/hush/);
});

test.each([
  ["true", true],
  ["2", 2],
  ["loopback, 10.0.0.0/8,fd00::/8", "loopback, 10.0.0.0/8,fd00::/8"],
])("TRUST_PROXY=%s is understood as %j", (value, meaning) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(meaning);
});

const provider = { OIDC_ISSUER: "https://id.example/tenant/", OIDC_CLIENT_ID: "stoep" };

test("a provider needs an issuer and a client id, and may have a secret", () => {
  const halves = { issuer: "https://id.example/tenant/", clientId: "stoep" };
  expect(readConfig(provider).oidc).toEqual({ ...halves, clientSecret: undefined });
  expect(readConfig({ ...provider, OIDC_CLIENT_SECRET: "s" }).oidc).toEqual({
    ...halves,
    clientSecret: "s",
  });
});

test.each([
  [{ OIDC_ISSUER: provider.OIDC_ISSUER }, "OIDC_CLIENT_ID"],
  [{ OIDC_CLIENT_ID: "stoep" }, "OIDC_ISSUER"],
])("half a provider (%j) is refused and %s asked for", (half, missing) => {
  expect(() => readConfig(half)).toThrow(ConfigError);
  expect(() => readConfig(half)).toThrow(`also needs ${missing}`);
});

const files = { HTTPS_CERT: "/etc/stoep/chain.pem", HTTPS_KEY: "/etc/stoep/key.pem" };

test("HTTPS is off, made here, or brought along as two files", () => {
  expect(readConfig({ HTTPS: "off" }).https).toBeNull();
  expect(readConfig({ HTTPS: "local" }).https).toBe("local");
  expect(readConfig(files).https).toEqual({ cert: files.HTTPS_CERT, key: files.HTTPS_KEY });
  expect(readConfig({ ...files, HTTPS: "off" }).https).not.toBeNull();
});

test.each([
  [{ HTTPS_CERT: files.HTTPS_CERT }, "also needs HTTPS_KEY"],
  [{ HTTPS_KEY: files.HTTPS_KEY }, "also needs HTTPS_CERT"],
  [{ ...files, HTTPS: "local" }, "Set one or the other"],
  [{ HTTPS: "local", STOEP_ORIGIN: "http://stoep.local" }, "Write it with https:// at the start"],
  [{ ...files, STOEP_ORIGIN: "http://stoep.local" }, "Write it with https:// at the start"],
])("%j is refused: %s", (env, words) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(words);
});
