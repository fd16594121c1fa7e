import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { factsOf } from "../../server/platform/backup/disk.ts";
import {
  filesIn,
  type ReleaseManifest,
  releaseFile,
  textOf,
} from "../../server/platform/release/manifest.ts";
import { hashText, type PublicKey } from "../../server/platform/release/minisign.ts";
import { compareVersions, type Needs } from "../../server/platform/release/needs.ts";
import { publicKeyText, type SecretKey, signatureText } from "./sign.ts";

/** The versions that compiled programs need. Works for any processor, as it searches for text. */
function needsOf(programs: string[]): Needs {
  const all = { GLIBC: ["0"], GLIBCXX: ["0"] };
  for (const program of programs) {
    const text = readFileSync(program, "latin1");
    for (const library of ["GLIBC", "GLIBCXX"] as const)
      for (const [, version = ""] of text.matchAll(
        new RegExp(`\\0${library}_(\\d[\\d.]*)(?=\\0)`, "g"),
      ))
        all[library].push(version);
  }
  const last = (versions: string[]) => versions.sort(compareVersions).at(-1) ?? "0";
  return { glibc: last(all.GLIBC), glibcxx: last(all.GLIBCXX) };
}

const programs = new Set([
  ...["stoep", "bin/node", "scripts/install", "scripts/machine/control"],
  ...["scripts/growing/spare/replicate", "scripts/growing/spare/take-over"],
]);

export interface Seal {
  key?: SecretKey | undefined;
  /** A second key that newer releases may be signed with. */
  nextKey?: PublicKey | undefined;
  arch?: string;
  node?: string;
}

export async function sealRelease(
  folder: string,
  version: string,
  { key, nextKey, arch = process.arch, node = process.version }: Seal = {},
): Promise<ReleaseManifest> {
  const files: ReleaseManifest["files"] = {};
  const sizes: Record<string, number> = {};
  for (const path of await filesIn(folder)) {
    const { sha256, size } = await factsOf(join(folder, path));
    files[path] = programs.has(path) ? `x${sha256}` : sha256;
    sizes[path] = size;
  }
  const content = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 8);
  const compiled = Object.keys(files).filter(
    (path) => path === "bin/node" || path.endsWith(".node"),
  );
  const release: ReleaseManifest = {
    format: 1,
    name: `${version}-${content}`,
    version,
    platform: process.platform,
    arch,
    node,
    needs: needsOf(compiled.map((path) => join(folder, path))),
    files,
    sizes,
    keys: [key, nextKey].flatMap((each) => (each ? publicKeyText(each) : [])),
  };
  if (key) {
    const signed = signatureText(hashText(textOf(release)), key, `Stoep ${release.name}`);
    release.signature = signed.trimEnd().split("\n");
  }
  await writeFile(join(folder, releaseFile), textOf(release));
  return release;
}
