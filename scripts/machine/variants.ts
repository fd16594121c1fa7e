import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { create, extract } from "tar";
import { afterAll } from "vitest";
import { readRelease, releaseFile } from "../../server/platform/release/manifest.ts";
import { hashFile } from "../../server/platform/release/minisign.ts";
import { signatureEnding } from "../../server/platform/release/trust.ts";
import { sealRelease } from "../packing/seal.ts";
import { type SecretKey, signatureText } from "../packing/sign.ts";
import { type Machine, release, releaseKey } from "./testing.ts";

/** A later release made from this one. */
export interface Variant {
  version?: string;
  /** SQL of an additional migration. */
  migration?: string;
  /** Code that replaces its server. */
  server?: string;
  /** The processor architecture it claims. */
  arch?: string;
  /** The key that signs it; null for no signature. By default the key of this release. */
  key?: SecretKey | null;
  /** Another key that may sign newer releases. */
  nextKey?: SecretKey;
  /** Whether its archive lacks the signature beside it. */
  bare?: boolean;
}

/** Puts an archive of another release on the machine and returns its name there. */
export async function offer({ shared }: Machine, variant: Variant = {}): Promise<string> {
  const { bare = false, ...kind } = variant;
  const archive = await archiveOf(kind);
  const name = basename(archive);
  copyFileSync(archive, join(shared, name));
  const signature = join(shared, `${name}${signatureEnding}`);
  rmSync(signature, { force: true });
  if (!bare && existsSync(`${archive}${signatureEnding}`))
    copyFileSync(`${archive}${signatureEnding}`, signature);
  return name;
}

/** Everything that is made for the tests of one file. */
const made = mkdtempSync(join(tmpdir(), "stoep-variants-"));
afterAll(() => rmSync(made, { recursive: true, force: true }));

const archives = new Map<string, string>();

/** The archive of a variant, which is made once for the tests of one file. */
async function archiveOf(variant: Variant): Promise<string> {
  const kind = JSON.stringify(variant);
  const archive = archives.get(kind) ?? (await makeArchive(variant));
  archives.set(kind, archive);
  return archive;
}

/** This release, unpacked. */
async function unpacked(): Promise<string> {
  const to = join(made, "unpacked");
  if (existsSync(to)) return to;
  mkdirSync(to);
  await extract({ file: release(), cwd: to });
  return to;
}

async function makeArchive(variant: Variant): Promise<string> {
  const { version = "9.0.0", migration, server, arch, nextKey } = variant;
  const key = variant.key === undefined ? releaseKey() : (variant.key ?? undefined);
  const place = mkdtempSync(join(made, "of-"));
  const work = join(place, "work");
  // Hard links, because a copy of Node takes long. A file that changes is copied.
  execFileSync("cp", ["-al", await unpacked(), work]);
  const old = basename(release(), ".tar.gz");
  const folder = join(work, old);
  const write = (path: string, text: string) => {
    rmSync(join(folder, path), { force: true });
    writeFileSync(join(folder, path), text);
  };
  const edit = (path: string, change: (text: string) => string) =>
    write(path, change(readFileSync(join(folder, path), "utf8")));
  const { version: present } = await readRelease(folder);
  edit("package.json", (text) => text.replace(`"${present}"`, `"${version}"`));
  if (server !== undefined) write("dist/server/main.js", server);
  if (migration !== undefined) {
    write("drizzle/9999_next.sql", migration);
    edit("drizzle/meta/_journal.json", (text) => {
      const journal = JSON.parse(text);
      const [last] = journal.entries.slice(-1);
      journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_next" });
      return JSON.stringify(journal);
    });
  }
  edit(releaseFile, (text) => text);
  await sealRelease(folder, version, { key, nextKey, ...(arch && { arch }) });
  const name = `stoep-${version}-linux-${arch ?? process.arch}.tar.gz`;
  const archive = join(place, name);
  // Not compressed, because that is slow and already tested with the release itself.
  await create({ cwd: work, file: archive }, [old]);
  rmSync(work, { recursive: true });
  if (key)
    writeFileSync(
      `${archive}${signatureEnding}`,
      signatureText(await hashFile(archive), key, name),
    );
  return archive;
}

/** Puts the archive of this release there. */
export function offerThis({ shared }: Machine): string {
  for (const ending of ["", signatureEnding])
    copyFileSync(`${release()}${ending}`, join(shared, basename(release()) + ending));
  return basename(release());
}
