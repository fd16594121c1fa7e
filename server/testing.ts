import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { inject, onTestFinished } from "vitest";
import { creationsPerDay } from "./api/context.ts";
import { declared } from "./api/declared.ts";
import { type Api, createCaller } from "./api/router.ts";
import { buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import type { Db } from "./database/open.ts";
import { openMigrated } from "./database/testing.ts";
import type { SignUp } from "./features/people/schema.ts";
import { addPerson } from "./features/people/service.ts";
import { hashToken } from "./platform/auth/secrets.ts";
import { startSession } from "./platform/auth/sessions/sessions.ts";
import { sessions } from "./platform/auth/table.ts";
import { createBackups } from "./platform/backup/scheduler.ts";
import { momentOf } from "./platform/clock/clock.ts";
import { testClock, testTime } from "./platform/clock/testing.ts";
import { listReader } from "./platform/csv/file.ts";
import { createHealth } from "./platform/health/health.ts";
import type { Certificates } from "./platform/https/currentPair.ts";
import { createLive } from "./platform/live/live.ts";
import { createUnsent } from "./platform/rateLimit/unsent.ts";
import { weatherError } from "./platform/weather/errors.ts";
import type { Services } from "./services.ts";
import { rateLimitsOf } from "./services.ts";

/** A clock that the test moves. */
export function handClock(start = testTime) {
  let ms = Date.parse(start);
  const pass = ({ days = 0, minutes = 0, seconds = 0 }) => {
    ms += (days * 1440 + minutes) * 60_000 + seconds * 1_000;
  };
  return { clock: () => new Date(ms), pass };
}

/** Everyone in the test building, by first name. */
const neighbours = {
  anna: { role: "Admin", surname: "Smit", address: "Unit 1" },
  bongani: { role: "Admin", surname: "Zulu", address: "Unit 2" },
  thandi: { role: "Resident", surname: "Mokoena", address: "Unit 3" },
  pieter: { role: "Resident", surname: "van Wyk", address: "Unit 4" },
  sipho: { role: "Staff", surname: "Dube", address: "", maintenanceType: "Electricity" },
  lerato: { role: "Staff", surname: "Nkosi", address: "", maintenanceType: "Cleaning" },
} as const satisfies Record<string, Partial<SignUp>>;

export type Neighbour = keyof typeof neighbours;

/** A person who does not live here yet, in the spelling of the REST paths. */
export const restNewcomer = {
  roles: "Resident",
  name: "N",
  surName: "K",
  userName: "nk",
  email: "nk@example.co.za",
  cellPhone: "082 123 4567",
  idNumber: "8001015009087",
  password: "long enough",
};

/** A person who does not live here yet, in the shape the sign-up takes. */
export const newcomer = (name: string): SignUp => ({
  role: "Resident",
  name,
  surname: "Newcomer",
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.co.za`,
  cellPhone: "082 123 4567",
  idNumber: "8001015009087",
  password: "a long first password",
});

function moveIn(db: Db, services: Services): Record<Neighbour, { id: string; email: string }> {
  const entries = Object.entries(neighbours).map(([name, details]) => {
    const { password: _, ...person } = { ...newcomer(name), ...details };
    const id = addPerson(db, { accountId: null, origin: "test" }, person, null, services.now());
    return [name, { id, email: person.email }] as const;
  });
  return Object.fromEntries(entries) as Record<Neighbour, { id: string; email: string }>;
}

interface Options {
  /** The server's clock; by default `testClock`. */
  clock?: () => Date;
  /** Environment variables, as for a real server. */
  env?: Record<string, string>;
  /** The certificates, when the settings enable HTTPS. */
  certificates?: Certificates | null;
  /** Uses a database on the disk, for tests in which another program opens it too. */
  onDisk?: boolean;
  /** How long a request may take to arrive, in milliseconds. */
  patienceMs?: number;
}

/**
 * A small building over a migrated database in memory, with two admins, two residents and two
 * staff. It is deleted at the end of the test.
 */
export function openHouse(options: Options = {}) {
  const { clock = testClock(), env = {}, certificates = null, onDisk } = options;
  const folder = mkdtempSync(join(tmpdir(), "stoep-test-"));
  const config = readConfig({ STOEP_DATA: folder, LOG_LEVEL: "silent", ...env });
  const db = openMigrated(onDisk ? config.database : null);
  const backups = createBackups(config, clock, join(inject("programs"), "stoep.js"));
  onTestFinished(async () => {
    await backups.close();
    db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const now = () => momentOf(clock(), config.timeZone);
  const services: Services = {
    config,
    db,
    backups,
    readList: listReader(join(inject("programs"), "sheetWorker.js")),
    health: createHealth(config, db),
    rateLimits: rateLimitsOf(config),
    unsent: createUnsent(),
    live: createLive(db, now),
    weather: {
      // A building without internet, as most of them are.
      current: async () => {
        throw weatherError("weather.unavailable");
      },
    },
    certificates,
    origin: () => config.origin ?? "http://stoep.test",
    now,
  };
  const people = moveIn(db, services);

  const tokenOf = (name: Neighbour) =>
    startSession(db, people[name].id, services.now().at, config.session);

  const newSessionOf = (name: Neighbour): string => {
    const tokenHash = hashToken(tokenOf(name));
    const row = db.select().from(sessions).where(eq(sessions.tokenHash, tokenHash)).get();
    return row?.id ?? "";
  };

  /** The procedures as this person may call them; without a name, as someone not signed in. */
  function as(name?: Neighbour): Api {
    const details = name && neighbours[name];
    let begun: string | undefined;
    const account = details && {
      id: people[name].id,
      role: details.role,
      maintenanceType: "maintenanceType" in details ? details.maintenanceType : null,
      until: null,
      mustChangePassword: false,
      lacksSecondStep: false,
      // Created only when something reads it, because most procedures do not need it.
      get sessionId() {
        begun ??= newSessionOf(name);
        return begun;
      },
    };
    return createCaller({
      ...services,
      declared,
      account: account ?? null,
      accountNow: () => account ?? null,
      calls: 1,
      batch: null,
      reader: null,
      subject: account ?? null,
      by: {
        accountId: account?.id ?? null,
        origin: "test",
        creationsPerDay: creationsPerDay(config, account ?? null),
      },
      acceptsFirstPassword: false,
      userAgent: "test",
      deviceToken: null,
      setDeviceCookie: () => undefined,
      halfWayToken: null,
      setHalfWayCookie: () => undefined,
      afterAnswer: (work) => work(),
      setSessionCookie: () => undefined,
    });
  }
  return { services, db, config, people, as, tokenOf };
}

/** The same building behind a real server on loopback, called over real HTTP. */
export async function openServer(options: Options = {}) {
  const inside = openHouse(options);
  const log: string[] = [];
  const stream = { write: (line: string) => void log.push(line) };
  const app = await buildApp(inside.services, stream, options.patienceMs);
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as { port: number };
  const base = `http://127.0.0.1:${port}`;

  /**
   * Sends requests as a client of the REST paths, bytes as a file; returns the status and the parsed
   * body. Keeps the cookie.
   */
  function rest(name?: Neighbour) {
    let cookie = name ? `sid=${inside.tokenOf(name)}` : "";
    return async (call: string, body?: unknown, headers: Record<string, string> = {}) => {
      const [method = "GET", path = ""] = call.split(" ");
      const isForm = body instanceof FormData;
      const isFile = isForm || body instanceof Uint8Array || body instanceof ReadableStream;
      const named = isFile ? "multipart/form-data" : "application/json";
      const type: Record<string, string> =
        body === undefined || isForm ? {} : { "content-type": named };
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { ...(cookie && { cookie }), ...type, ...headers },
        body: isFile ? (body as BodyInit) : body === undefined ? null : JSON.stringify(body),
        ...(body instanceof ReadableStream && { duplex: "half" }),
      } as RequestInit);
      cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever was answered
        body: (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text) as any,
      };
    };
  }
  return { ...inside, app, base, port, log, rest };
}
