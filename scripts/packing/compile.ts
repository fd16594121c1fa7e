import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../server/paths.ts";
import { tool } from "../tool.ts";
import { fetched, headersVersion, kept, locked } from "./parts.ts";

// The database module is compiled for the Node that an archive carries: for this machine as it is, or
// in an old Debian, so that it asks for no newer C library than old machines have.

const run = promisify(execFile);

export const processors = ["x64", "arm64"] as const;
export type Processor = (typeof processors)[number];

const triplets: Record<Processor, string> = {
  x64: "x86_64-linux-gnu",
  arm64: "aarch64-linux-gnu",
};

/** This machine's own. */
export const here = process.arch as Processor;

/** The oldest first. Before 11, "bullseye", no compiler is new enough for Node's headers. */
const suites = ["bullseye", "bookworm"];
const mirror = "http://deb.debian.org/debian";

const moduleName = "better_sqlite3.node";
const nodeFor = (processor: Processor) => fetched(`node-linux-${processor}`);
const headersFor = (processor: Processor) => fetched(`headers-${processor}`);

/** Where a compiled module is kept for the next archive. */
const keptModule = (processor: Processor, on: string) =>
  kept(
    `better-sqlite3-${locked("better-sqlite3")?.version}-headers-${headersVersion}-${processor}-${on}`,
    moduleName,
  );

/** Keeps a module once it is whole, and answers where. */
function keep(from: string, file: string): string {
  mkdirSync(join(file, ".."), { recursive: true });
  cpSync(from, `${file}.part`);
  renameSync(`${file}.part`, file);
  return file;
}

/** What it is compiled from, without what was compiled for the Node of this machine. */
function copySources(to: string): void {
  cpSync(join(root, "node_modules/better-sqlite3"), to, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.startsWith(join(root, "node_modules/better-sqlite3/build")),
  });
}

/** @throws Error with the last lines that it said */
async function compiling(command: string, words: string[], options: object = {}): Promise<void> {
  try {
    await run(command, words, { maxBuffer: 64e6, ...options });
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & Record<string, string>;
    const said = `${stdout}${stderr}`.trim().split("\n").slice(-15).join("\n");
    throw new Error(`The database module cannot be compiled:\n${said || message}`);
  }
}

const gyp = (npm: string) => join(npm, "node_modules/node-gyp/bin/node-gyp.js");

/** Makes the oldest Debian that can be had in an empty folder and answers which one it is. */
async function makeOldest(folder: string): Promise<string> {
  const others = processors.filter((each) => each !== here);
  const compilers = others.map((each) => `g++-${triplets[each].replace("_", "-")}`);
  const include = `--include=make,python3,g++,${compilers.join(",")}`;
  for (const suite of suites) {
    try {
      await run(
        tool("mmdebstrap", "mmdebstrap"),
        ["--quiet", "--variant=minbase", include, suite, folder, mirror],
        { maxBuffer: 64e6 },
      );
      return suite;
    } catch (error) {
      const { stderr = "", message } = error as Error & { stderr?: string };
      const why = (stderr.trim() || message).split("\n").at(-1);
      console.error(`Debian ${suite} cannot be had (${why}).`);
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Error("No Debian to compile in can be had. Is there a way to Debian's packages?");
}

/** The modules for each processor, compiled once in the oldest Debian that can be had. */
export async function compiledForAll(): Promise<Record<Processor, string>> {
  for (const suite of suites) {
    const files = processors.map((each) => keptModule(each, suite));
    if (files.every((file) => existsSync(file)))
      return Object.fromEntries(processors.map((each, at) => [each, files[at]])) as never;
  }
  if (process.getuid?.() !== 0)
    throw new Error("Only root can compile in an old Debian: sudo scripts/package --all");
  console.error("Making an old Debian to compile in (this takes some minutes) ...");
  const parent = mkdtempSync(join(tmpdir(), "stoep-oldest-"));
  const folder = join(parent, "debian");
  try {
    const suite = await makeOldest(folder);
    const inside = join(folder, "srv");
    cpSync(await fetched("npm"), join(inside, "npm"), { recursive: true });
    cpSync(await nodeFor(here), join(inside, "node"), { recursive: true });
    for (const each of processors)
      cpSync(await headersFor(each), join(inside, `headers-${each}`), { recursive: true });
    const made: Partial<Record<Processor, string>> = {};
    for (const each of processors) {
      console.error(`Compiling the database module for ${each} in Debian ${suite} ...`);
      copySources(join(inside, each));
      const env = {
        PATH: "/srv/node/bin:/usr/bin:/bin",
        HOME: "/tmp",
        CC: `${triplets[each]}-gcc`,
        CXX: `${triplets[each]}-g++`,
        AR: `${triplets[each]}-ar`,
      };
      const line = `cd /srv/${each} && node ${gyp("/srv/npm")} rebuild --release --arch=${each} --nodedir=/srv/headers-${each}`;
      await compiling("/usr/sbin/chroot", [folder, "sh", "-c", line], { env });
      const file = join(inside, each, "build/Release", moduleName);
      made[each] = keep(file, keptModule(each, suite));
    }
    return made as Record<Processor, string>;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
