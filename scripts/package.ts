import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { create } from "tar";
import { root, version } from "../server/paths.ts";
import { sealRelease } from "../server/platform/release/manifest.ts";

// scripts/package says what this is for. A folder is put together from what is built and installed
// here, its files are listed in its release.json, and that is packed.

/** What the server is not bundled with, because it is compiled for the machine. */
const natives = ["better-sqlite3", "@node-rs/argon2"];
/** Only fetches or compiles the former when it is installed. */
const installers = new Set(["prebuild-install"]);
/** What a compiled package was compiled from and tested with stays behind. */
const leftovers = /better-sqlite3\/(deps|src|build\/(?!Release$|Release\/better_sqlite3\.node$))/;

/** The native packages and what they need at run time, by name. */
async function runtimePackages(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const found = new Set<string>();
  const visit = (name: string) => {
    const entry = lock.packages[`node_modules/${name}`];
    if (!entry || found.has(name) || installers.has(name)) return;
    found.add(name);
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies };
    for (const each of Object.keys(wanted)) visit(each);
  };
  for (const name of natives) visit(name);
  return [...found].sort();
}

const copy = (from: string, to: string) =>
  cp(from, to, { recursive: true, dereference: true, filter: (path) => !leftovers.test(path) });

async function assemble(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "bin"), { recursive: true });
  await copy(process.execPath, join(folder, "bin/node"));
  for (const each of [
    "dist/server",
    "dist/client",
    "README.md",
    "scripts/caddy",
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
  for (const name of await runtimePackages()) {
    const from = join(root, "node_modules", name);
    // A package for another kind of machine is in the lock file but not here.
    await copy(from, join(folder, "node_modules", name)).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
  const { name, type, engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const about = { name, version, private: true, type, engines };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  await sealRelease(folder, version);
}

const { values } = parseArgs({
  options: {
    from: { type: "string", default: process.cwd() },
    to: { type: "string" },
    unpacked: { type: "boolean" },
  },
});
const target = values.to ? resolve(values.from, values.to) : join(root, "dist/packages");
const name = `stoep-${version}-${process.platform}-${process.arch}`;
const folder = join(target, name);
await assemble(folder);
if (values.unpacked) console.log(folder);
else {
  const archive = `${folder}.tar.gz`;
  await create({ gzip: true, portable: true, cwd: target, file: archive }, [name]);
  await rm(folder, { recursive: true });
  console.log(archive);
}
