import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { create, extract } from "tar";
import { readRelease, sealRelease } from "../../server/platform/release/manifest.ts";
import { type Machine, release } from "./testing.ts";

/** The next release, made of this one. */
export interface Variant {
  version?: string;
  /** SQL of one more migration. */
  migration?: string;
  /** What stands in its server's place. */
  server?: string;
  /** Which kind of processor it says it is for. */
  arch?: string;
}

/** Lays an archive of another release on the machine and answers its name there. */
export async function offer(
  { shared }: Machine,
  { version = "9.0.0", migration, server, arch }: Variant = {},
): Promise<string> {
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
    await sealRelease(folder, version);
    if (arch) edit("release.json", (text) => text.replace(`"${process.arch}"`, `"${arch}"`));
    const name = `stoep-${version}-linux-${arch ?? process.arch}.tar.gz`;
    // Not packed small, which takes long and is tried with the release itself.
    await create({ cwd: work, file: join(shared, name) }, [old]);
    return name;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Lays this release's own archive there. */
export function offerThis({ shared }: Machine): string {
  copyFileSync(release(), join(shared, basename(release())));
  return basename(release());
}
