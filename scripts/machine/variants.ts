import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { create, extract } from "tar";
import { readRelease, sealRelease } from "../../server/platform/release/manifest.ts";
import { hashFile, type SecretKey, signatureText } from "../../server/platform/release/minisign.ts";
import { signatureEnding } from "../../server/platform/release/trust.ts";
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
  const { version = "9.0.0", migration, server, arch, nextKey, bare = false } = variant;
  const key = variant.key === undefined ? releaseKey() : (variant.key ?? undefined);
  const work = mkdtempSync(join(shared, ".making-"));
  try {
    await extract({ file: release(), cwd: work });
    const old = basename(release(), ".tar.gz");
    const folder = join(work, old);
    const edit = (path: string, change: (text: string) => string) =>
      writeFileSync(join(folder, path), change(readFileSync(join(folder, path), "utf8")));
    const { version: present } = await readRelease(folder);
    edit("package.json", (text) => text.replace(`"${present}"`, `"${version}"`));
    if (server !== undefined) edit("dist/server/main.js", () => server);
    if (migration !== undefined) {
      writeFileSync(join(folder, "drizzle/9999_next.sql"), migration);
      edit("drizzle/meta/_journal.json", (text) => {
        const journal = JSON.parse(text);
        const [last] = journal.entries.slice(-1);
        journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_next" });
        return JSON.stringify(journal);
      });
    }
    await sealRelease(folder, version, { key, nextKey, ...(arch && { arch }) });
    const name = `stoep-${version}-linux-${arch ?? process.arch}.tar.gz`;
    // Barely compressed, because that is slow and already tested with the release itself.
    await create({ cwd: work, file: join(shared, name) }, [old]);
    const signature = join(shared, `${name}${signatureEnding}`);
    rmSync(signature, { force: true });
    if (key && !bare)
      writeFileSync(signature, signatureText(await hashFile(join(shared, name)), key, name));
    return name;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Puts the archive of this release there. */
export function offerThis({ shared }: Machine): string {
  for (const ending of ["", signatureEnding])
    copyFileSync(`${release()}${ending}`, join(shared, basename(release()) + ending));
  return basename(release());
}
