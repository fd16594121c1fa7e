import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { factsOf } from "../backup/disk.ts";

/** What a release says of itself in `release.json`: for which machine, and every file it consists of. */
export const releaseManifest = z.object({
  format: z.literal(1),
  /** `0.2.0-1f3a9c04`: two builds of one version with different content have different names. */
  name: z.string().regex(/^[\w.-]+$/),
  version: z.string(),
  /** As Node names them: `linux`, `x64`. */
  platform: z.string(),
  arch: z.string(),
  /** The Node it carries. */
  node: z.string(),
  /** SHA-256 of each file by its path in the folder; a program to be run has `x` in front. */
  files: z.record(z.string(), z.string().regex(/^x?[\da-f]{64}$/)),
});
export type ReleaseManifest = z.output<typeof releaseManifest>;

export const releaseFile = "release.json";

/** A release that cannot be used or put in, in words for the person at the machine. */
export class ReleaseError extends Error {}

/** @throws ReleaseError when the folder holds no release */
export async function readRelease(folder: string): Promise<ReleaseManifest> {
  let said: unknown;
  try {
    said = JSON.parse(await readFile(join(folder, releaseFile), "utf8"));
  } catch {
    throw new ReleaseError("It holds no release of Stoep. Use a file that scripts/package made.");
  }
  const parsed = releaseManifest.safeParse(said);
  if (!parsed.success)
    throw new ReleaseError(`Its ${releaseFile} cannot be read. Fetch the archive again.`);
  return parsed.data;
}

/** What is run, and so must stay a program wherever it is unpacked. */
const programs = new Set(["stoep", "bin/node", "scripts/install", "scripts/machine/control"]);

/** Lists a folder's files in its `release.json`, which makes a release of it. */
export async function sealRelease(folder: string, version: string): Promise<ReleaseManifest> {
  const files: ReleaseManifest["files"] = {};
  for (const path of await filesIn(folder)) {
    const { sha256 } = await factsOf(join(folder, path));
    files[path] = programs.has(path) ? `x${sha256}` : sha256;
  }
  const content = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 8);
  const { platform, arch, version: node } = process;
  const name = `${version}-${content}`;
  const release: ReleaseManifest = { format: 1, name, version, platform, arch, node, files };
  await writeFile(join(folder, releaseFile), `${JSON.stringify(release, null, 1)}\n`);
  return release;
}

/** What differs between a folder and its `release.json`; empty when it is whole. */
export async function releaseDamage(folder: string, release: ReleaseManifest): Promise<string[]> {
  const there = new Set(await filesIn(folder));
  const damage = [...there].filter((path) => !(path in release.files));
  for (const [path, said] of Object.entries(release.files)) {
    const real = there.has(path) && (await factsOf(join(folder, path))).sha256;
    if (real !== said.replace("x", "")) damage.push(path);
  }
  return damage;
}

/** Every file below a folder, its `release.json` aside, sorted. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== releaseFile)
    .sort();
}
