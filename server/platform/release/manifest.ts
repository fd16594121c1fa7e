import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { factsOf } from "../backup/disk.ts";
import { needs } from "./needs.ts";
import { ReleaseError } from "./releaseError.ts";

/** A path of a file inside a release's folder, never outside it. */
const inside = z.string().regex(/^(?![/])(?!.*(^|[/])[.]{0,2}([/]|$))[^\\\p{Cc}]+$/u);

/** A release's `release.json`: the machine it is for and all its files. */
export const releaseManifest = z.object({
  format: z.literal(1),
  /** `0.2.0-1f3a9c04`: two builds of one version with different content have different names. */
  name: z.string().regex(/^(?!.*\.\.)\w[\w.-]*$/),
  version: z.string(),
  /** In Node's terms: `linux`, `x64`. */
  platform: z.string(),
  arch: z.string(),
  node: z.string(),
  /** SHA-256 of each file by its path in the folder, with an `x` in front for programs. */
  files: z.record(inside, z.string().regex(/^x?[\da-f]{64}$/)),
  /** The size of each file in bytes. Missing in 0.1.0. */
  sizes: z.record(z.string(), z.int().nonnegative()).optional(),
  /** The versions of the C libraries that its programs need. Missing in 0.1.0. */
  needs: needs.optional(),
  /** Public keys in minisign's file format, which newer releases are checked with. */
  keys: z.array(z.string()).default([]),
  /** The lines of minisign's signature of the rest of the file, see `signedText`. */
  signature: z.array(z.string()).optional(),
});
export type ReleaseManifest = z.output<typeof releaseManifest>;

export const releaseFile = "release.json";

/** @throws ReleaseError when the folder holds no release */
async function contentOf(folder: string): Promise<object> {
  try {
    return JSON.parse(await readFile(join(folder, releaseFile), "utf8"));
  } catch {
    throw new ReleaseError(
      "It holds no release of Stoep. Use an archive such as stoep-1.0.0-linux-x64.tar.gz.",
    );
  }
}

export const textOf = (content: object) => `${JSON.stringify(content, null, 1)}\n`;

/** The text that the signature in `release.json` covers: the file without the signature. */
export async function signedText(folder: string): Promise<string> {
  const { signature: _, ...rest } = (await contentOf(folder)) as { signature?: unknown };
  return textOf(rest);
}

/** @throws ReleaseError when the folder holds no release */
export async function readRelease(folder: string): Promise<ReleaseManifest> {
  const content = await contentOf(folder);
  const parsed = releaseManifest.safeParse(content);
  if (!parsed.success)
    throw new ReleaseError(`Its ${releaseFile} cannot be read. Fetch the archive again.`);
  return parsed.data;
}

export async function releaseDamage(folder: string, release: ReleaseManifest): Promise<string[]> {
  const there = new Set(await filesIn(folder));
  const damage = [...there].filter((path) => !(path in release.files));
  for (const [path, expected] of Object.entries(release.files)) {
    const real = there.has(path) && (await factsOf(join(folder, path))).sha256;
    if (real !== expected.replace("x", "")) damage.push(path);
  }
  return damage;
}

export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== releaseFile)
    .sort();
}
