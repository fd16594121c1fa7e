import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../server/platform/installation/paths.ts";
import { tool } from "../tool.ts";
import { cachePath, fetched, locked, nodeVersion } from "./parts.ts";

// Compiles the database module for the Node of an archive: either on this machine, or in an old
// Debian, so that it needs no newer C library than old machines have.

const run = promisify(execFile);

export const processors = ["x64", "arm64"] as const;
export type Processor = (typeof processors)[number];

const triplets: Record<Processor, string> = {
  x64: "x86_64-linux-gnu",
  arm64: "aarch64-linux-gnu",
};

/** The processor of this machine. */
export const here = process.arch as Processor;

/** The oldest first. Before 11, "bullseye", no compiler is new enough for Node's headers. */
const suites = ["bullseye", "bookworm"];
const mirror = "http://deb.debian.org/debian";

const moduleName = "better_sqlite3.node";
const nodeFor = (processor: Processor) => fetched(`node-linux-${processor}`);

/** Where a compiled module is cached for the next archive. */
const cachedModulePath = (processor: Processor, on: string) =>
  cachePath(
    `better-sqlite3-${locked("better-sqlite3")?.version}-node-${nodeVersion}-${processor}-${on}`,
    moduleName,
  );

/** Stores a complete module under its final name, and returns its path. */
function keep(from: string, file: string): string {
  mkdirSync(join(file, ".."), { recursive: true });
  cpSync(from, `${file}.part`);
  renameSync(`${file}.part`, file);
  return file;
}

/** A folder to compile in: its path outside and inside, and the command that enters it. */
interface Place {
  folder: string;
  inside: string;
  enter: string[];
}

/** Compiles a module for the Node of archives and caches it. @throws Error with a plain message */
async function compile(
  { folder, inside, enter }: Place,
  processor: Processor,
  to: string,
  compilers = {},
): Promise<string> {
  const lay = (from: string, as: string) =>
    cpSync(from, join(folder, as), {
      recursive: true,
      dereference: true,
      // Leaves out what was compiled for this machine's Node.
      filter: (path) => path !== join(sources, "build"),
    });
  const sources = join(root, "node_modules/better-sqlite3");
  lay(await fetched("npm"), "npm");
  lay(join(root, "scripts/packing/objectWrap.h"), "objectWrap.h");
  for (const each of new Set([here, processor])) lay(await nodeFor(each), `node-${each}`);
  lay(sources, processor);
  const gyp = `${inside}/npm/node_modules/node-gyp/bin/node-gyp.js`;
  const line = `cd ${inside}/${processor} && node ${gyp} rebuild --release --arch=${processor} --nodedir=${inside}/node-${processor}`;
  const env = {
    PATH: `${inside}/node-${here}/bin:/usr/local/bin:/usr/bin:/bin`,
    HOME: "/tmp",
    // As in scripts/build; objectWrap.h says why.
    CPLUS_INCLUDE_PATH: inside,
    CXXFLAGS: "-include objectWrap.h",
    ...compilers,
  };
  const [command = "", ...words] = [...enter, "sh", "-c", line];
  try {
    await run(command, words, { maxBuffer: 64e6, env });
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & Record<string, string>;
    const output = `${stdout}${stderr}`.trim().split("\n").slice(-15).join("\n");
    throw new Error(`The database module cannot be compiled:\n${output || message}`);
  }
  return keep(join(folder, processor, "build/Release", moduleName), to);
}

/** Runs work in a temporary folder and deletes the folder afterwards. */
async function inPassing<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), name));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the oldest available Debian in an empty folder and returns its name. */
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

/** The modules for each processor, compiled once in the oldest available Debian. */
export async function compiledForAll(): Promise<Record<Processor, string>> {
  for (const suite of suites) {
    const files = processors.map((each) => cachedModulePath(each, suite));
    if (files.every((file) => existsSync(file)))
      return Object.fromEntries(processors.map((each, at) => [each, files[at]])) as never;
  }
  if (process.getuid?.() !== 0)
    throw new Error("Only root can compile in an old Debian: sudo scripts/package --all");
  console.error("Making an old Debian to compile in (this takes some minutes) ...");
  return inPassing("stoep-oldest-", async (parent) => {
    const debian = join(parent, "debian");
    const suite = await makeOldest(debian);
    const enter = ["/usr/sbin/chroot", debian];
    const place = { folder: join(debian, "srv"), inside: "/srv", enter };
    const made: Partial<Record<Processor, string>> = {};
    for (const each of processors) {
      console.error(`Compiling the database module for ${each} in Debian ${suite} ...`);
      const named = (what: string) => `${triplets[each]}-${what}`;
      const compilers = { CC: named("gcc"), CXX: named("g++"), AR: named("ar") };
      made[each] = await compile(place, each, cachedModulePath(each, suite), compilers);
    }
    return made as Record<Processor, string>;
  });
}

/** The module for machines with a C library at least as new as this one's, compiled once. */
export async function compiledHere(): Promise<string> {
  const to = cachedModulePath(here, "here");
  if (existsSync(to)) return to;
  for (const each of ["g++", "make", "python3"]) tool(each, each);
  console.error("Compiling the database module (once; this takes some minutes) ...");
  return inPassing("stoep-compile-", (folder) =>
    compile({ folder, inside: folder, enter: [] }, here, to),
  );
}
