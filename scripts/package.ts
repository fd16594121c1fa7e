import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { create } from "tar";
import { factsOf } from "../server/platform/backup/disk.ts";
import { root, version } from "../server/platform/installation/paths.ts";
import { type ReleaseManifest, releaseFile } from "../server/platform/release/manifest.ts";
import { hashFile, idOf, readPublicKey } from "../server/platform/release/minisign.ts";
import { signatureEnding } from "../server/platform/release/trust.ts";
import { notices } from "./notices.ts";
import {
  compiledForAll,
  compiledHere,
  here,
  type Processor,
  processors,
} from "./packing/compile.ts";
import { fetched, type Locked, locked, nodeVersion } from "./packing/parts.ts";
import { type Seal, sealRelease } from "./packing/seal.ts";
import {
  newKey,
  publicKeyText,
  readSecretKey,
  secretKeyText,
  signatureText,
} from "./packing/sign.ts";

// scripts/package explains the options. A release is a folder of built and installed files, listed
// in its release.json, and then packed.

/** Not bundled with the server, because these are compiled for the machine. */
const natives = ["better-sqlite3", "@node-rs/argon2"];
/** Only needed to download or compile better-sqlite3 during its installation. */
const installers = new Set(["prebuild-install"]);
/** Sources of compiled packages and files only for tests are left out. */
const leftovers =
  /better-sqlite3\/(deps|src|build\/(?!Release$|Release\/better_sqlite3\.node$))|\/testing\.ts$/;

/** The target of an archive, with the Node and database module for it. */
interface Target {
  processor: Processor;
  /** By default this machine's own Node, with the packages installed here. */
  node?: string;
  databaseModule?: string;
}

const isFor = (processor: Processor, { os, cpu, libc }: Locked) =>
  (!os || os.includes("linux")) &&
  (!cpu || cpu.includes(processor)) &&
  (!libc || libc.includes("glibc"));

/** The native packages and their run-time dependencies on a processor, by name. */
function runtimePackages(processor: Processor): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    const entry = locked(name);
    if (!entry || found.has(name) || installers.has(name) || !isFor(processor, entry)) return;
    found.add(name);
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies };
    for (const each of Object.keys(wanted)) visit(each);
  };
  for (const name of natives) visit(name);
  return [...found].sort();
}

const copy = (from: string, to: string) =>
  cp(from, to, { recursive: true, dereference: true, filter: (path) => !leftovers.test(path) });

async function assemble(folder: string, target: Target): Promise<ReleaseManifest> {
  const { processor, node, databaseModule } = target;
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "bin"), { recursive: true });
  await copy(node ? join(node, "bin/node") : process.execPath, join(folder, "bin/node"));
  for (const each of [
    "dist/server",
    "dist/client",
    "README.md",
    "docs",
    "CHANGELOG.md",
    "scripts/caddy",
    "scripts/growing",
    "scripts/nginx",
    "scripts/install",
  ])
    await copy(join(root, each), join(folder, each));
  await copy(join(root, "drizzle/meta/_journal.json"), join(folder, "drizzle/meta/_journal.json"));
  const { entries } = JSON.parse(await readFile(join(root, "drizzle/meta/_journal.json"), "utf8"));
  for (const { tag } of entries)
    await copy(join(root, `drizzle/${tag}.sql`), join(folder, `drizzle/${tag}.sql`));
  await copy(join(root, "scripts/machine/launcher"), join(folder, "stoep"));
  for (const each of ["control", "limits", "stoep.service"])
    await copy(join(root, "scripts/machine", each), join(folder, "scripts/machine", each));
  const packages = runtimePackages(processor);
  for (const name of packages) {
    const installed = join(root, "node_modules", name);
    // Packages compiled for another platform are in the lock file, but not installed here.
    const from = existsSync(installed) ? installed : await fetched(name);
    await copy(from, join(folder, "node_modules", name));
  }
  const module = join(folder, "node_modules/better-sqlite3/build/Release/better_sqlite3.node");
  if (databaseModule) await copy(databaseModule, module);
  const theirNode = node ? join(node, "bin/node") : process.execPath;
  await writeFile(join(folder, "NOTICES.txt"), notices(packages, theirNode));
  const { name, type, engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const about = { name, version, private: true, type, engines };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  const carried = node ? `v${nodeVersion}` : process.version;
  return sealRelease(folder, version, { ...seal, arch: processor, node: carried });
}

const readKey = (file: string) => readSecretKey(readFileSync(file, "utf8"), file);

/** A key in the repository would be in every clone, and one in an archive in every installation. */
function refuseInside(file: string, folders: string[]): void {
  const inside = folders.find((folder) => !relative(folder, file).startsWith(".."));
  if (inside)
    throw new Error(
      `A secret key may not be in ${inside}, because it would be given away with it. Keep it on a stick or another machine.`,
    );
}

/** Makes a key pair, and never overwrites another one. */
async function makeKey(file: string): Promise<void> {
  const key = newKey();
  const files = { [file]: secretKeyText(key), [`${file}.pub`]: publicKeyText(key) };
  const taken = Object.keys(files).find((each) => existsSync(each));
  if (taken) throw new Error(`${taken} is there already and stays as it is. Choose another name.`);
  for (const [path, text] of Object.entries(files))
    await writeFile(path, text, { flag: "wx", mode: path === file ? 0o600 : 0o644 });
  console.log(`Made the key ${idOf(key)}: ${file} signs, and ${file}.pub is for everybody.`);
  console.log("Keep the first one off every machine that serves, with a copy in another place.");
  console.log(
    "Whoever has it can sign releases for every building. Without it nobody can upgrade them.",
  );
}

/** Writes the checksum and the signature beside an archive. */
async function signArchive(archive: string): Promise<void> {
  const { sha256 } = await factsOf(archive);
  await writeFile(`${archive}.sha256`, `${sha256}  ${basename(archive)}\n`);
  await rm(`${archive}${signatureEnding}`, { force: true });
  if (!seal.key) return;
  const text = signatureText(await hashFile(archive), seal.key, basename(archive));
  await writeFile(`${archive}${signatureEnding}`, text);
}

const nameFor = (processor: Processor) => `stoep-${version}-linux-${processor}`;

/** The folder that scripts/install installs from the sources, with the Node that built it. */
async function makeFolder(parent: string): Promise<void> {
  const folder = join(parent, nameFor(here));
  await assemble(folder, { processor: here });
  console.log(folder);
}

/** @param databaseModule compiled for the Node that archives carry */
async function makeArchive(parent: string, processor: Processor, databaseModule: string) {
  const name = nameFor(processor);
  const folder = join(parent, name);
  const node = await fetched(`node-linux-${processor}`);
  const { needs } = await assemble(folder, { processor, node, databaseModule });
  // A module that crashes the Node it is shipped with must not be released.
  const trial = [join(root, "scripts/packing/trial.cjs"), folder];
  if (processor === here) execFileSync(join(folder, "bin/node"), trial, { stdio: "pipe" });
  const archive = `${folder}.tar.gz`;
  // The release.json comes first, because it is read before the rest is unpacked.
  const rest = readdirSync(folder).filter((each) => each !== releaseFile);
  const paths = [releaseFile, ...rest.sort()].map((each) => join(name, each));
  await create({ gzip: true, portable: true, cwd: parent, file: archive }, paths);
  await rm(folder, { recursive: true });
  await signArchive(archive);
  console.error(
    `It carries Node ${nodeVersion} and needs glibc ${needs?.glibc} and libstdc++ with GLIBCXX_${needs?.glibcxx}, or newer ones.`,
  );
  if (!seal.key)
    console.error("It is not signed, so install and upgrade take it only with --unsigned.");
  console.log(archive);
}

async function makePackage(parent: string): Promise<void> {
  if (values.unpacked) return makeFolder(parent);
  if (!processors.includes(here))
    throw new Error(
      `Archives are made for ${processors.join(" and ")}, and this machine is ${here}.`,
    );
  if (!values.all) return makeArchive(parent, here, await compiledHere());
  const modules = await compiledForAll();
  for (const each of processors) await makeArchive(parent, each, modules[each]);
}

const { values } = parseArgs({
  options: {
    from: { type: "string", default: process.cwd() },
    to: { type: "string" },
    unpacked: { type: "boolean" },
    all: { type: "boolean" },
    key: { type: "string" },
    "next-key": { type: "string" },
    "new-key": { type: "string" },
  },
});
const pathOf = (argument: string) => resolve(values.from, argument);
const target = values.to ? pathOf(values.to) : join(root, "dist/packages");
const seal: Seal = {};
try {
  for (const argument of [values.key, values["new-key"]])
    if (argument) refuseInside(pathOf(argument), [root, target]);
  if (values["next-key"]) {
    const file = pathOf(values["next-key"]);
    seal.nextKey = readPublicKey(readFileSync(file, "utf8"), file);
  }
  if (values.key) seal.key = readKey(pathOf(values.key));
  if (values["new-key"]) await makeKey(pathOf(values["new-key"]));
  else await makePackage(target);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
