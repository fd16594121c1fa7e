import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  execFileSync,
  spawn,
} from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import Database from "better-sqlite3";
import { afterAll, expect, inject, onTestFinished, vi } from "vitest";
import { bundle } from "../../scripts/packing/bundle.ts";
import { laterMigrations } from "../fixtures/testing.ts";
import { newFolder, smallBuilding } from "../platform/backup/testing.ts";
import { root } from "../platform/installation/paths.ts";
import { commandLine } from "./commandLine.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the programs that were built for all tests. */
    programs: string;
  }
}

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

interface Circumstances {
  /** The text for standard input. */
  stdin?: string;
  env?: Record<string, string>;
  /** Options of Node itself. */
  node?: string[];
  cwd?: string;
  /** The user to run as; only root may choose. */
  uid?: number;
}

/** The output of a process and how it ended, once it has. */
export async function ranOf(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const ran: Ran = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    ran.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    ran.err += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { ...ran, code };
}

/**
 * The command line and the server, built as they are shipped.
 * @param later SQL of one more migration, for the program of a later version
 */
export async function built(later: string[] = []) {
  const programs = inject("programs");
  const folder = mkdtempSync(join(programs, "file-"));
  // Some tests start programs as another user, who must be able to enter this folder.
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const place = later.length > 0 ? join(folder, "later") : programs;
  if (later.length > 0) await buildLater(place, later);

  const start = (program: string, data: string, words: string[], how: Circumstances) => {
    const args = [...(how.node ?? []), join(place, program), ...words];
    const env = { PATH: process.env.PATH, STOEP_DATA: data, HOST: "127.0.0.1", ...how.env };
    const as = how.uid === undefined ? {} : { uid: how.uid, gid: how.uid };
    return spawn(process.execPath, args, { env, cwd: how.cwd ?? tmpdir(), ...as });
  };

  const stoep = (data: string, words: string[], how: Circumstances = {}): Promise<Ran> => {
    const child = start("stoep.js", data, words, how);
    child.stdin.on("error", () => undefined);
    child.stdin.end(how.stdin ?? "");
    return ranOf(child);
  };

  /** Two test files may do this at the same time; then one of the two is used. */
  async function makeDemo(template: string): Promise<void> {
    const own = mkdtempSync(join(programs, "demo-"));
    const { code, out, err } = await stoep(join(own, "data"), ["demo"]);
    if (code !== 0) throw new Error(`The demo could not be made: ${err}`);
    writeFileSync(join(own, "printed"), out);
    try {
      renameSync(own, template);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
    }
  }

  return {
    /** Where the programs are. */
    programs: place,
    /** For files that are made once for a test file; it is deleted afterwards. */
    folder,
    /** Runs a command on a data folder, like a person or a script. */
    stoep,
    /**
     * Fills a data folder with a demo building, which is made once for all tests and then copied.
     * @returns what the command printed
     */
    async demo(data: string): Promise<string> {
      const template = join(programs, "demo");
      if (!existsSync(template)) await makeDemo(template);
      mkdirSync(data, { recursive: true });
      // Unlike Node, this keeps the modes of files and folders.
      execFileSync("cp", ["-a", `${join(template, "data")}/.`, data]);
      return readFileSync(join(template, "printed"), "utf8");
    },
    /** Starts the server and returns its address once it listens. */
    async serve(data: string, how: Circumstances = {}): Promise<Served> {
      const env = { PORT: "0", LOG_LEVEL: "silent", ...how.env };
      const child = start("main.js", data, [], { ...how, env });
      onTestFinished(() => void child.kill("SIGKILL"));
      let output = "";
      const origin = await new Promise<string>((resolve, reject) => {
        child.stdout.on("data", (chunk) => {
          output += chunk;
          const found = /listening on (\S+)/.exec(output);
          if (found?.[1]) resolve(found[1]);
        });
        child.stderr.on("data", (chunk) => {
          output += chunk;
        });
        child.once("exit", () => reject(new Error(`The server did not start: ${output}`)));
      });
      return {
        origin,
        pid: child.pid ?? 0,
        printed: () => output,
        stop: (signal) => stop(child, signal),
      };
    },
  };
}

/** In place, because an object in place of `process.env` would be no environment for Node itself. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

/**
 * Runs a command in the tests' own process: starting one takes longer than most commands do. For
 * what is not about the process itself, such as its standard input or its end.
 */
export async function inThisProcess(
  data: string,
  words: string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  // A command of root's becomes the owner of the data for good.
  if (existsSync(data)) expect(statSync(data).uid).toBe(process.getuid?.());
  const ran: Ran = { code: 0, out: "", err: "" };
  const out = vi.spyOn(console, "log").mockImplementation((...said) => {
    ran.out += `${format(...said)}\n`;
  });
  const err = vi.spyOn(console, "error").mockImplementation((...said) => {
    ran.err += `${format(...said)}\n`;
  });
  const before = { env: { ...process.env }, umask: process.umask(0o077) };
  setEnvironment({ PATH: before.env.PATH, STOEP_DATA: data, HOST: "127.0.0.1", ...env });
  try {
    await commandLine(words);
    return { ...ran, code: Number(process.exitCode ?? 0) };
  } finally {
    process.exitCode = undefined;
    setEnvironment(before.env);
    process.umask(before.umask);
    err.mockRestore();
    out.mockRestore();
  }
}

async function buildLater(folder: string, later: string[]): Promise<void> {
  mkdirSync(folder);
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  laterMigrations(folder, later);
  await bundle(folder);
}

/** A data folder with few rows and two uploads, for tests that run a program on it many times. */
export async function smallData(): Promise<string> {
  const { data, db, secrets } = await smallBuilding();
  db.$client.exec(
    `INSERT INTO announcements (id, sender, author_id, message, date)
     SELECT 'a', 'Admin', id, 'The gate is open', '2026' FROM people`,
  );
  db.$client.close();
  mkdirSync(secrets, { recursive: true });
  for (const name of ["authority.key", "authority.crt"])
    writeFileSync(join(secrets, name), `the ${name}`, { mode: 0o600 });
  return data;
}

interface Served {
  origin: string;
  pid: number;
  /** The output so far. */
  printed: () => string;
  /** Sends the signal. Returns the exit code; null when a signal ended the process. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

/** Reads or changes the database of a data folder. */
export function inDatabase<T>(data: string, work: (sqlite: Database.Database) => T): T {
  const sqlite = new Database(join(data, "stoep.db"));
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Every row of every table, except those of `except`. */
export const rowsOf = (data: string, except: string[] = []): Record<string, unknown[]> =>
  inDatabase(data, (sqlite) => {
    const tables = sqlite
      .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => name)
      .filter((name) => !except.includes(name));
    return Object.fromEntries(
      tables.map((name) => [name, sqlite.prepare(`SELECT * FROM "${name}" ORDER BY 1`).all()]),
    );
  });

/** Every row that a restore brings back: no sessions, and no audit entry of the restore itself. */
export function restoredRowsOf(data: string): Record<string, unknown[]> {
  const rows = rowsOf(data, ["sessions", "oidc_attempts", "audit_head"]);
  const trail = (rows.audit_events ?? []) as { action: string }[];
  return { ...rows, audit_events: trail.filter(({ action }) => action !== "backups.restore") };
}

/** Every upload with its bytes. */
export function uploadsOf(data: string): Record<string, string> {
  const folder = join(data, "uploads");
  if (!existsSync(folder)) return {};
  const read = (name: string) => bytesOf(join(folder, name));
  return Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]));
}

/** A copy of a data folder, in a folder that is not there yet. */
export function copyOf(original: string, data = join(newFolder(), "house")): string {
  cpSync(original, data, { recursive: true });
  // Node 24 copies folders without their modes.
  chmodSync(data, 0o700);
  return data;
}

/**
 * A copy of a data folder with later changes: one upload lost, one corrupted, one without a row,
 * everyone renamed and no visits.
 */
export function livedInCopy(original: string): string {
  const data = copyOf(original);
  const [first = "", second = ""] = readdirSync(join(data, "uploads"));
  rmSync(join(data, "uploads", first));
  writeFileSync(join(data, "uploads", second), "spoiled");
  writeFileSync(join(data, "uploads", "since.pdf"), "since");
  inDatabase(data, (db) => db.exec("UPDATE people SET name = 'Changed'; DELETE FROM visits"));
  return data;
}

/** Every file of a folder with its content and modification time, except SQLite's shared memory. */
export function filesOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true }) as string[];
  return Object.fromEntries(
    names.map((name) => {
      const { mtimeMs } = statSync(join(folder, name));
      const isShared = name.endsWith("-shm");
      return [name, isShared ? "" : `${mtimeMs} ${bytesOf(join(folder, name))}`];
    }),
  );
}

const bytesOf = (path: string) =>
  statSync(path).isFile() ? readFileSync(path).toString("base64") : "";
