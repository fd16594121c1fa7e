import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { tool } from "../../scripts/tool.ts";
import { freePort } from "../../server/fixtures/freePort.ts";
import { root } from "../../server/platform/installation/paths.ts";
import { furnish } from "./buildings.ts";
import { setMachineTime } from "./givenTime.ts";
import { test as base, expect, logIn } from "./test.ts";
import { chosen, moveIn, newFolder, nomsa, person, startServer } from "./testServer.ts";

export { expect };

setMachineTime();

export const zanele = { ...person("Zanele", "Mthembu"), role: "Resident", address: "Unit 9" };
export const lindiwe = { ...person("Lindiwe", "Sithole"), role: "Resident", address: "Unit 10" };

/**
 * Fills a data folder with a building that was used over plain HTTP and then switched to HTTPS with
 * its own authority.
 */
async function fillSecure(): Promise<string> {
  const data = newFolder();
  const plain = await startServer(data);
  await furnish(plain);
  for (const who of [zanele, lindiwe]) await moveIn(plain.url, who);
  await plain.close();
  const secure = await startServer(data, { HTTPS: "local" });
  await secure.close();
  return data;
}

/** Starts a copy of that building. Its address stays the same when the server restarts. */
async function startSecure(filled: string, named: boolean) {
  const data = newFolder();
  cpSync(filled, data, { recursive: true });
  const port = String(await freePort());
  const name = `https://localhost:${port}`;
  const settings = { HTTPS: "local", PORT: port, ...(named && { STOEP_ORIGIN: name }) };
  let program: string | undefined;
  let server = await startServer(data, settings);
  return {
    url: named ? name : server.url,
    stop: () => server.close(),
    /** @param next the folder of another version, which runs from now on */
    start: async (next = program) => {
      program = next;
      server = await startServer(data, settings, next && join(next, "dist/server/main.js"));
    },
    close: async () => {
      await server.close();
      rmSync(data, { recursive: true });
    },
  };
}

/**
 * Builds the client a second time, with changes in one screen and in the empty page, beside a copy
 * of the built server.
 * @returns the program's folder
 */
function buildNextVersion(): string {
  const folder = newFolder();
  for (const each of ["node_modules", "drizzle"]) symlinkSync(join(root, each), join(folder, each));
  const sources = ["client", "server", "scripts", "package.json", "tsconfig.json"];
  for (const each of [...sources, "dist/server"])
    cpSync(join(root, each), join(folder, each), { recursive: true });
  const change = (file: string, from: string, to: string) => {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} does not have ${from}`);
    writeFileSync(path, text.replace(from, to));
  };
  change("client/index.html", "<title>", '<meta name="version" content="2"><title>');
  change("client/features/visitors/Visitors.tsx", "View Signed In Visitors", nextWords);
  execFileSync("npm", ["run", "--silent", "build:client"], { cwd: folder, stdio: "pipe" });
  return folder;
}

/** The next version's label for the tab of visitors who are inside. */
export const nextWords = "Visitors who are here";

/** A home folder in which Chromium trusts an authority, as if a person had installed it. */
function homeThatTrusts(authority: string): string {
  const home = newFolder();
  const store = join(home, ".pki", "nssdb");
  mkdirSync(store, { recursive: true });
  const certutil = (...words: string[]) =>
    execFileSync(tool("certutil", "libnss3-tools"), ["-d", `sql:${store}`, ...words], {
      input: readFileSync(authority, "utf8").replace(
        /-----BEGIN P[\s\S]*?KEY-----\n(?=-----BEGIN C)/,
        "",
      ),
    });
  certutil("-N", "--empty-password");
  certutil("-A", "-t", "C,,", "-n", "stoep", "-a");
  return home;
}

interface Fixtures {
  /** Whether people open the server by a name instead of an IP address. */
  named: boolean;
  secure: Awaited<ReturnType<typeof startSecure>>;
}
interface WorkerFixtures {
  /** The data folder that `secure` has copies of. */
  filled: string;
  /** The home folder of a person whose browser trusts the building's authority. */
  trusting: string;
  /** The folder of a second build, for `secure.start`. */
  nextVersion: string;
}

async function lend(folder: string, use: (folder: string) => Promise<void>) {
  await use(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Tests in a browser that trusts the building's authority, so no certificate error is ignored. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  filled: [async ({}, use) => lend(await fillSecure(), use), { scope: "worker" }],
  trusting: [
    async ({ filled }, use) => lend(homeThatTrusts(join(filled, "secrets/authority.pem")), use),
    { scope: "worker" },
  ],
  nextVersion: [
    async ({}, use) => lend(buildNextVersion(), use),
    { scope: "worker", timeout: 300_000 },
  ],
  named: [false, { option: true }],
  secure: async ({ filled, named }, use) => {
    const secure = await startSecure(filled, named);
    await use(secure);
    await secure.close();
  },
  // Made for the server, so that the page is closed before the server is.
  context: async ({ playwright, launchOptions, locale, timezoneId, trusting, secure }, use) => {
    const profile = newFolder();
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: secure.url,
      locale,
      timezoneId,
      env: { ...process.env, HOME: trusting },
    });
    await use(context);
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  },
});

/** Signs in on the page and waits until the app is cached for offline use. */
export async function enter(page: Page, url: string, who: { username: string }) {
  await page.goto(`${url}/login`);
  await logIn(page, who.username, who.username === nomsa.username ? nomsa.password : chosen);
  await page.waitForURL(/dashboard/);
  await expect.poll(() => cachedQueries(page)).toContain("public.session.current");
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
  await page.waitForLoadState("networkidle");
}

/** The stored copies of what was read on the device, by key. */
export const storedData = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(async () => {
    // Opening it before the app does would create it without its table.
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("stoep-last-seen")) return {};
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open("stoep-last-seen"));
    const queries = database.transaction("queries").objectStore("queries");
    const [keys, values] = await Promise.all([done(queries.getAllKeys()), done(queries.getAll())]);
    database.close();
    return Object.fromEntries(keys.map((key, at) => [`${key}`, values[at]]));
  });

/** The procedures whose data the device stores, and "owner" if it says whose they are. */
export const cachedQueries = async (page: Page): Promise<string[]> =>
  Object.entries(await storedData(page)).map(([key, value]) =>
    key === "owner" ? key : (value as { queryKey: [string[]] }).queryKey[0].join("."),
  );
