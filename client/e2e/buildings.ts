import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Cookie, Page, WorkerFixture } from "@playwright/test";
import { root } from "../../server/platform/installation/paths.ts";
import type { Who } from "./addresses.ts";
import {
  callerOf,
  chosen,
  newFolder,
  nomsa,
  password,
  pieter,
  signUp,
  sipho,
  startServer,
  type TestServer,
  thandi,
} from "./testServer.ts";

// The buildings that tests begin with: with only an admin, with one person of each role, with a year of data.

/** Creates the admin by the printed link. Returns a caller of procedures as them. */
async function setUp({ url, setUpLink }: TestServer) {
  const call = callerOf(url);
  const token = setUpLink.split("#")[1];
  await call("public.setup.create", { ...nomsa, token, building: "Protea Court" });
  return call;
}

/** Starts a building that has only its admin. */
export async function startEmpty(): Promise<TestServer> {
  const server = await startServer();
  await setUp(server);
  return server;
}

/**
 * Creates the admin, a resident with a fine and a message, and a staff member, as a client would.
 * Returns the link that invites a second resident.
 * @param secret the resident's password
 */
export async function furnish(server: TestServer, secret = password): Promise<string> {
  const { url } = server;
  const call = await setUp(server);
  const id = await signUp(url, thandi, secret);
  await signUp(url, sipho);
  const fine = { type: "Late Rent", amountCents: 125_000, dueDate: "2099-01-31", reason: "March" };
  await call("admin.fines.issue", { ...fine, residentId: id });
  await call("admin.announcements.post", { message: "Water is off on Tuesday from 9 to 12." });
  const { link } = await call("admin.invites.invite", pieter);
  return url + new URL(link).pathname + new URL(link).hash;
}

export const bank = {
  bank: "Stoep Bank",
  accountHolder: "Protea Court Body Corporate",
  accountNumber: "62 000 111 222",
  branchCode: "250655",
};

type Call = ReturnType<typeof callerOf>;

export interface Home extends TestServer {
  /** Calls the server as the admin. */
  admin: Call;
  staff: Call;
  /** Thandi's session. */
  cookie: string;
}

/** Starts a building with bank details, in which Thandi has chosen her password. */
export async function startHome(): Promise<Home> {
  const server = await startServer();
  await furnish(server, chosen);
  const admin = callerOf(server.url, nomsa.username);
  await admin("admin.building.update", { bankDetails: bank });
  const staff = callerOf(server.url, sipho.username);
  const resident = callerOf(server.url, thandi.username);
  return { ...server, admin, staff, cookie: resident.cookie() };
}

/** Fills an empty data folder with a year of data. Returns the username of one person per role. */
export function fillDemo(data: string) {
  const output = execFileSync(process.execPath, [join(root, "dist/server/stoep.js"), "demo"], {
    env: { ...process.env, STOEP_DATA: data },
    encoding: "utf8",
  });
  const nameOf = (what: string) => new RegExp(`(\\S+) \\(${what}\\)`).exec(output)?.[1] ?? "";
  return {
    admin: nameOf("an admin"),
    resident: nameOf("a resident"),
    staff: nameOf("staff"),
  };
}

/** A building with a year of data, and the username of one person per role. */
export async function startDemo() {
  const data = newFolder();
  const usernames = fillDemo(data);
  const server = await startServer(data);
  return {
    url: server.url,
    usernames,
    sessions: new Map<Who, Session>(),
    close: async () => {
      await server.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export type Demo = Awaited<ReturnType<typeof startDemo>>;

interface Session {
  since: number;
  cookies: Cookie[];
  /** The ids that the role's addresses need. */
  ids: Record<string, string>;
}

/** A fixture for all tests of a worker. */
export const shared = <Server extends { close: () => Promise<void> }>(
  start: () => Promise<Server>,
): [WorkerFixture<Server, object>, { scope: "worker" }] => [
  async ({}, use) => {
    const server = await start();
    await use(server);
    await server.close();
  },
  { scope: "worker" },
];

/** A fixture for one test only, which counts what is there or changes who lives there. */
export const own =
  <Server extends { close: () => Promise<void> }>(start: () => Promise<Server>) =>
  async ({ page }: { page: Page }, use: (server: Server) => Promise<void>) => {
    const server = await start();
    await use(server);
    // It would go on asking a server that is gone.
    await page.close();
    await server.close();
  };
