import {
  appendFileSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  writeFileSync,
} from "node:fs";
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { list, type ReadEntry } from "tar";
import { feed, inBlocks, padding, unreadable } from "../backup/archive/boundedTar.ts";
import { workFolder } from "../backup/disk.ts";
import { reserve, roomIn } from "../files/diskSpace.ts";
import { firstBytes, flush } from "../files/files.ts";
import {
  filesIn,
  type ReleaseManifest,
  readRelease,
  releaseDamage,
  releaseFile,
} from "./manifest.ts";
import { glibcHere, tooOldFor } from "./modules.ts";
import { ReleaseError } from "./releaseError.ts";
import { type Checking, checkArchive, checkRelease } from "./trust.ts";

/** The source of a release. Its release.json is checked before any other file is copied. */
interface Source {
  manifest(into: string): Promise<void>;
  files(into: string, sizes: Record<string, number>): Promise<void>;
}

/** In bytes. It names some hundred files. */
const mostManifest = 4e6;
/** The largest accepted release, in bytes, until its release.json has been found. */
const mostRelease = 1e9;

/**
 * Puts a release, from an archive or a folder, into `versions/<name>`, completely or not at all.
 * @throws ReleaseError when it is none, is damaged or is for another kind of machine
 */
export async function putRelease(
  source: string,
  versions: string,
  checking: Checking,
): Promise<ReleaseManifest> {
  if (!existsSync(source)) throw new ReleaseError(`There is no file ${source}.`);
  const work = await workFolder(versions, 0);
  try {
    const fresh = join(work, "release");
    await mkdir(fresh);
    const from = (await stat(source)).isDirectory()
      ? folderSource(source)
      : await archiveSource(source, work, checking);
    await from.manifest(fresh);
    const release = await readRelease(fresh);
    if (release.name === checking.installed?.name) return release;
    await checkRelease(fresh, checking);
    refuseForeign(release);
    const sizes = sizesOf(release);
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    refuseFull(versions, total);
    await from.files(fresh, sizes);
    const damage = await releaseDamage(fresh, release);
    if (damage.length > 0) throw damaged(source, ...damage);
    const folder = join(versions, release.name);
    await openUp(fresh, release);
    // Nobody uses it. A power cut while an earlier try was removed may have left half of it.
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
    await flush(versions);
    return release;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    throw new ReleaseError(`The disk of ${versions}, where programs go, is full. Make room on it.`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const damaged = (source: string, ...paths: string[]) =>
  new ReleaseError(
    `${source} is damaged or was changed (${paths.slice(0, 3).join(", ")}). Fetch the archive again.`,
  );

const noRelease = (source: string) =>
  new ReleaseError(
    `${source} holds no release of Stoep. Use an archive such as stoep-1.0.0-linux-x64.tar.gz.`,
  );

/** @throws ReleaseError when it does not give the size of each of its files */
function sizesOf({ files, sizes = {} }: ReleaseManifest): Record<string, number> {
  const entries = Object.keys(files).map((path): [string, number] => {
    const size = sizes[path];
    if (size !== undefined) return [path, size];
    throw new ReleaseError(
      `Its ${releaseFile} does not say how large ${path} is, so this release is too old. Fetch a newer one.`,
    );
  });
  return Object.fromEntries(entries);
}

/** @throws ReleaseError when writing this many bytes would use up the reserved space on the disk */
function refuseFull(folder: string, bytes: number): void {
  if (bytes <= roomIn(folder, reserve)) return;
  throw new ReleaseError(
    `There is not enough room on the disk of ${folder}, where programs go: ${Math.ceil(bytes / 1e6)} MB are needed, and ${reserve / 1e6} MB must stay free. Make room and try again.`,
  );
}

async function openUp(fresh: string, { files }: ReleaseManifest): Promise<void> {
  for (const [path, recorded] of Object.entries({ ...files, [releaseFile]: "" })) {
    await chmod(join(fresh, path), recorded.startsWith("x") ? 0o755 : 0o644);
    await flush(join(fresh, path));
  }
  await chmod(fresh, 0o755);
  for (const entry of await readdir(fresh, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
}

const folderSource = (source: string): Source => ({
  async manifest(into) {
    const file = lstatSync(join(source, releaseFile), { throwIfNoEntry: false });
    if (!file?.isFile() || file.size > mostManifest) throw noRelease(source);
    await copyFile(join(source, releaseFile), join(into, releaseFile));
  },
  async files(into, sizes) {
    const other = (await filesIn(source)).find((path) => sizes[path] === undefined);
    if (other !== undefined) throw damaged(source, other);
    for (const [path, size] of Object.entries(sizes)) {
      const file = lstatSync(join(source, path), { throwIfNoEntry: false });
      if (!file?.isFile() || file.size !== size) throw damaged(source, path);
      await mkdir(dirname(join(into, path)), { recursive: true });
      await copyFile(join(source, path), join(into, path));
    }
  },
});

/** Copies it first, so that nobody can change it between the check and the unpacking. */
async function archiveSource(source: string, work: string, checking: Checking): Promise<Source> {
  const archive = join(work, "archive");
  refuseFull(dirname(work), (await stat(source)).size);
  await copyFile(source, archive);
  await checkArchive(source, archive, checking);
  return {
    async manifest(into) {
      let isFound = false;
      await readArchive(source, archive, mostRelease, (path, { size }) => {
        if (isFound) throw enough;
        if (path !== releaseFile) return null;
        if (size > mostManifest) throw noRelease(source);
        isFound = true;
        return join(into, releaseFile);
      });
      if (!isFound) throw noRelease(source);
    },
    async files(into, sizes) {
      const missing = new Set(Object.keys(sizes));
      // A folder has an entry too, and there are no more folders than files.
      const inAll = [mostManifest, ...Object.values(sizes).flatMap((size) => [size, 0])];
      const most = inAll.reduce((sum, size) => sum + inBlocks(size), padding);
      await readArchive(source, archive, most, (path, { size }) => {
        if (path === releaseFile) return null;
        // A file that is unnamed, doubled or of another size was not in the original.
        if (!missing.delete(path) || sizes[path] !== size) throw damaged(source, path);
        mkdirSync(dirname(join(into, path)), { recursive: true });
        return join(into, path);
      });
    },
  };
}

const enough = new Error("enough");

/**
 * Reads an archive of one folder.
 * @param most the most bytes it may unpack to
 * @param take returns where to write a file, by its path in that folder; null: nowhere
 */
async function readArchive(
  source: string,
  archive: string,
  most: number,
  take: (path: string, entry: ReadEntry) => string | null,
): Promise<void> {
  let top: string | null = null;
  const onReadEntry = (entry: ReadEntry) => {
    if (entry.type === "Directory") return;
    const [folder = "", ...inside] = entry.path.split("/");
    top ??= folder;
    if (folder !== top || inside.length === 0) throw noRelease(source);
    const path = inside.join("/");
    if (entry.type !== "File" && entry.type !== "OldFile") throw damaged(source, path);
    const to = take(path, entry);
    if (to === null) return;
    writeFileSync(to, "", { flag: "wx" });
    entry.on("data", (chunk) => appendFileSync(to, chunk));
  };
  const watch = (unpacked: number) => {
    if (unpacked > most)
      throw new ReleaseError(
        `${source} holds more than its ${releaseFile} names. Fetch the archive again.`,
      );
  };
  try {
    const tar = list({ strict: true, onReadEntry });
    const start = await firstBytes(archive, 2);
    await feed(createReadStream(archive), tar, watch, start.toString("hex") === "1f8b");
  } catch (error) {
    if (error === enough) return;
    const why = error instanceof ReleaseError ? null : unreadable(error);
    if (why === null) throw error;
    throw new ReleaseError(`${source} is not a complete archive: ${why}. Fetch it again.`);
  }
}

function refuseForeign({ platform, arch, needs }: ReleaseManifest): void {
  if (platform !== process.platform || arch !== process.arch)
    throw new ReleaseError(
      `This release is for ${platform} on ${arch}, and this machine is ${process.platform} on ${process.arch}. Fetch the release for this machine.`,
    );
  const tooOld = needs && tooOldFor(needs, glibcHere());
  if (tooOld) throw new ReleaseError(tooOld);
}
