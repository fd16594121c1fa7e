import { rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flush } from "../files/files.ts";
import type { Installation } from "../installation/installation.ts";
import { putDatabaseBack } from "./asOwner.ts";
import { closeJournal, type Journal } from "./journal.ts";

/** Makes a link lead to a release; before and after a power cut it leads to one of the two. */
export async function pointTo(link: string, release: string): Promise<void> {
  const part = `${link}.part`;
  await rm(part, { force: true });
  await symlink(join("versions", release), part);
  await rename(part, link);
  await flush(dirname(link));
}

/**
 * Puts back the release and the database an upgrade began with. The server does not run meanwhile.
 * Safe to be interrupted and done again: the journal goes before what it needs.
 * @param stop stops the server, if whoever calls this may
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
