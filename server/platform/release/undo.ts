import { rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flush } from "../files/files.ts";
import type { Installation } from "../installation/installation.ts";
import { putDatabaseBack } from "./asOwner.ts";
import { closeJournal, type Journal } from "./journal.ts";

/** Points a link to a release atomically, so that it is valid even after a power cut. */
export async function pointTo(link: string, release: string): Promise<void> {
  const part = `${link}.part`;
  await rm(part, { force: true });
  await symlink(join("versions", release), part);
  await rename(part, link);
  await flush(dirname(link));
}

/**
 * Puts back the release and the database from before an upgrade, while the server is stopped. May
 * be interrupted and repeated: the journal is removed before the files that it needs.
 * @param stop stops the server, if the caller may
 */
export async function undoUpgrade(
  { versions, current, journal: file, fallback }: Installation,
  { from, to, database, snapshot }: Journal,
  stop: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const putProgramBack = async () => {
    await pointTo(current, from);
    await closeJournal(file);
  };
  await putDatabaseBack(dirname(database), snapshot !== null, stop, putProgramBack);
  await rm(join(versions, to), { recursive: true, force: true });
  await rm(fallback, { force: true });
}
