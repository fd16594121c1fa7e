import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { extract } from "tar";
import { workFolder } from "../backup/disk.ts";
import { flush } from "../files/files.ts";
import { ReleaseError, type ReleaseManifest, readRelease, releaseDamage } from "./manifest.ts";

/**
 * Puts a release, an archive or an unpacked one, into `versions/<name>`, whole or not at all.
 * @throws ReleaseError when it is none, is damaged or is for another kind of machine
 */
export async function putRelease(source: string, versions: string): Promise<ReleaseManifest> {
  if (!existsSync(source)) throw new ReleaseError(`There is no file ${source}.`);
  const work = await workFolder(versions, 0);
  try {
    const fresh = await unpack(source, work);
    const release = await readRelease(fresh);
    refuseForeign(release);
    const damage = await releaseDamage(fresh, release);
    if (damage.length > 0)
      throw new ReleaseError(
        `${source} is damaged or was changed (${damage.slice(0, 3).join(", ")}). Fetch the archive again.`,
      );
    const folder = join(versions, release.name);
    if (existsSync(folder)) return release;
    await openUp(fresh, release);
    await rename(fresh, folder);
    await flush(versions);
    return release;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Lets the server's user read everything, whoever unpacks it, and sees to it that it is on the disk. */
async function openUp(fresh: string, { files }: ReleaseManifest): Promise<void> {
  const folders = new Set<string>();
  for (const [path, said] of Object.entries(files)) {
    await chmod(join(fresh, path), said.startsWith("x") ? 0o755 : 0o644);
    await flush(join(fresh, path));
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  }
  for (const folder of folders) await chmod(join(fresh, folder), 0o755);
}

async function unpack(source: string, work: string): Promise<string> {
  const into = join(work, "release");
  if ((await stat(source)).isDirectory()) {
    await cp(source, into, { recursive: true });
    return into;
  }
  await mkdir(into);
  try {
    // What tar itself refuses: paths that lead out, and anything that is neither file nor folder.
    const filter = (_: string, entry: object) =>
      "type" in entry && ["File", "OldFile", "Directory"].includes(String(entry.type));
    // In one go, so that after a failure nothing is still being written into what is then removed.
    extract({ file: source, cwd: into, strict: true, sync: true, filter });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ReleaseError(`${source} cannot be unpacked (${why}). Fetch the archive again.`);
  }
  const [only, ...others] = await readdir(into);
  if (only === undefined || others.length > 0)
    throw new ReleaseError(
      `${source} holds no release of Stoep. Use one that scripts/package made.`,
    );
  return join(into, only);
}

function refuseForeign({ platform, arch }: ReleaseManifest): void {
  if (platform === process.platform && arch === process.arch) return;
  throw new ReleaseError(
    `This release is for ${platform} on ${arch}, and this machine is ${process.platform} on ${process.arch}. Fetch the one for it.`,
  );
}
