import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { type Config, readConfig } from "../../server/config.ts";
import type { Db } from "../../server/database/open.ts";
import { addMember } from "../../server/features/account/members/service.ts";
import { signUp as signUpSchema } from "../../server/features/people/schema.ts";
import { hashPassword } from "../../server/platform/auth/passwords/passwords.ts";
import { startSession } from "../../server/platform/auth/sessions/sessions.ts";
import { dayAfter, dayOf, momentOf } from "../../server/platform/clock/clock.ts";
import { openBuilding } from "../../server/platform/installation/database.ts";

const main = fileURLToPath(new URL("../../dist/server/main.js", import.meta.url));

export const password = "a stoep in the sun";
export const chosen = "a chair in the shade";

export interface TestServer {
  url: string;
  /** Its data folder. */
  data: string;
  /** The printed set-up link; it works once. */
  setUpLink: string;
  signal: (signal: NodeJS.Signals) => void;
  /** @param how by default it may end what it does */
  close: (how?: "SIGTERM" | "SIGKILL") => Promise<void>;
}

/** The building's day, this many days from today: `2026-11-20`. */
export const day = (fromNow: number) => dayAfter(dayOf(new Date(), "Africa/Johannesburg"), fromNow);

export const newFolder = () => mkdtempSync(join(tmpdir(), "stoep-e2e-"));

/** The data folder of each server that runs, by its address. */
const folders = new Map<string, string>();

/** Does something in the database of a server that runs. */
function beside<Answer>(url: string, work: (db: Db, config: Config) => Answer): Answer {
  const config = readConfig({ STOEP_DATA: folders.get(url) });
  const db = openBuilding(config.database);
  try {
    return work(db, config);
  } finally {
    db.$client.close();
  }
}

function accountIn(db: Db, username: string): string {
  const found = db.$client
    .prepare<[string], string>("SELECT id FROM accounts WHERE username = ? AND removed_at IS NULL")
    .pluck()
    .get(username);
  if (!found) throw new Error(`There is no ${username}.`);
  return found;
}

/** A new session of a person, begun beside the server: to sign in there takes a slow hash. */
export const sessionOf = (url: string, username: string): string =>
  beside(url, (db, { session }) =>
    startSession(db, accountIn(db, username), new Date().toISOString(), session),
  );

/**
 * Starts the built server on a free port with a weather service on loopback.
 * @param dataFolder a folder for its data, or one with data; by default a new one, deleted
 * afterwards
 * @param settings environment variables for it
 * @param program the built server to start
 */
export async function startServer(
  dataFolder?: string,
  settings: Record<string, string> = {},
  program = main,
): Promise<TestServer> {
  const data = dataFolder ?? newFolder();
  const isNew = readdirSync(data).length === 0;
  const weather = await startWeather();
  const server = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      STOEP_DATA: data,
      PORT: "0",
      HOST: "127.0.0.1",
      OPEN_METEO_URL: weather.url,
      ...settings,
    },
  });
  const printed = await readUntil(server, isNew ? /set-up-link\.txt/ : /listening on \S+/);
  const url = /Stoep is listening on (https?:\S+)/.exec(printed)?.[1];
  const file = isNew ? readFileSync(join(data, "set-up-link.txt"), "utf8") : "";
  const link = /\/set-up#[\w-]+/.exec(file)?.[0] ?? "";
  if (!url || (isNew && !link)) throw new Error(`The server printed no address:\n${printed}`);
  folders.set(url, data);
  return {
    url,
    data,
    setUpLink: url + link,
    signal: (signal) => server.kill(signal),
    close: async (how = "SIGTERM") => {
      server.kill(how);
      if (server.exitCode === null) await once(server, "exit");
      weather.close();
      if (!dataFolder) rmSync(data, { recursive: true });
    },
  };
}

/** The server's output up to and including `wanted`. */
function readUntil(server: ChildProcessWithoutNullStreams, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer) => {
      printed += chunk;
      if (wanted.test(printed)) resolve(printed);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", () => reject(new Error(`The server stopped:\n${printed}`)));
    server.once("error", reject);
  });
}

/** Answers like Open-Meteo: 21 °C and a clear sky. */
async function startWeather() {
  const current = { temperature_2m: 21.4, weather_code: 0, is_day: 1 };
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ current }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

export const person = (name: string, surname: string) => ({
  name,
  surname,
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.co.za`,
  cellPhone: "082 123 4567",
  idNumber: "8001015009087",
  password,
  confirmPassword: password,
});

const { password: _, confirmPassword: __, ...guest } = person("Pieter", "Botha");
export const pieter = { ...guest, role: "Resident" };
export const nomsa = person("Nomsa", "Khumalo");
export const thandi = { ...person("Thandi", "Mokoena"), role: "Resident", address: "Unit 12" };
export const sipho = {
  ...person("Sipho", "Ndlovu"),
  role: "Staff",
  maintenanceType: "Electricity",
};

/** A fine, without whose it is. */
export const lateRent = {
  type: "Late Rent",
  amountCents: 45_000,
  dueDate: "2099-01-31",
  reason: "May",
};

/** A request for maintenance, of yesterday. */
export const request = (description: string) => ({
  maintenanceType: "Security",
  roomNumber: "Unit 12",
  date: day(-1),
  description,
});

/** A visit that begins today. */
export const visit = (visitorName: string, visitorSurname: string) => ({
  visitationType: "Day Visit",
  roomNumber: "Unit 12",
  residentName: "Thandi",
  visitorName,
  visitorSurname,
  visitorEmail: "guest@example.co.za",
  startDate: day(0),
});

/** A PDF as small as a proof of payment may be. */
const slip = {
  name: "slip.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n"),
};

/** Sends files as proofs of payment of a fine, as its resident. */
export async function prove(
  url: string,
  username: string,
  fineId: string,
  files: { name: string; mimeType: string; buffer: Buffer }[] = [slip],
) {
  const headers = { cookie: callerOf(url, username).cookie() };
  for (const { name, mimeType, buffer } of files) {
    const body = new FormData();
    body.append("file", new File([Uint8Array.from(buffer)], name, { type: mimeType }));
    const address = `${url}/api/property/resident/fines/${fineId}/payment-proof`;
    const sent = await fetch(address, { method: "POST", headers, body });
    if (!sent.ok) throw new Error(`${name}: ${sent.status} ${await sent.text()}`);
  }
}

/**
 * Calls procedures like a client, and stores the session from a response in `cookie`.
 * @param username who is signed in; by default nobody
 */
export function callerOf(url: string, username?: string) {
  let cookie = username ? `sid=${sessionOf(url, username)}` : "";
  const call = async (path: string, input: object) => {
    const answer = await fetch(`${url}/api/trpc/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return (await answer.json()).result.data;
  };
  return Object.assign(call, { cookie: () => cookie });
}

/** Both passwords as they are stored, hashed once for everybody. */
const hashes = new Map<string, Promise<string>>();

/**
 * Signs up a person as Nomsa would, beside the server, and returns their id.
 * @param secret their password: `password` is Nomsa's choice, `chosen` their own
 */
export async function signUp(url: string, who: object, secret = password): Promise<string> {
  const { password: _, confirmPassword: __, ...details } = signUpSchema.parse(who);
  const hashed = hashes.get(secret) ?? hashPassword(secret);
  hashes.set(secret, hashed);
  const chosenBy = secret === chosen ? "themselves" : "somebody else";
  const first = { hash: await hashed, chosenBy } as const;
  return beside(url, (db, { timeZone }) => {
    const by = { accountId: accountIn(db, nomsa.username), origin: "127.0.0.1" };
    return addMember(db, by, details, first, momentOf(new Date(), timeZone));
  });
}

/** Signs up a person who has already chosen their own password. Calls as them, and has their id. */
export async function moveIn(url: string, who: ReturnType<typeof person> & { role: string }) {
  const id = await signUp(url, who, chosen);
  return Object.assign(callerOf(url, who.username), { id });
}

/** Moves every sign-in back by a quarter of an hour. */
export function ageSessions({ data }: Pick<TestServer, "data">): void {
  const sqlite = new Database(join(data, "stoep.db"));
  const earlier = "strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-15 minutes')";
  sqlite.exec(`UPDATE sessions SET created_at = ${earlier}`);
  sqlite.close();
}
