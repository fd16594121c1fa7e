import { existsSync, readFileSync } from "node:fs";
import { rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { flush } from "../files/files.ts";
import { replaceFile } from "../files/replaceFile.ts";
import type { Installation } from "../installation/installation.ts";
import { putDatabaseBack } from "./asOwner.ts";

/** The record that undoing an upgrade needs, from before the first change until it is done. */
const journal = z.object({
  /** Names of releases in `versions/`. */
  from: z.string(),
  to: z.string(),
  /** Whether Stoep was meant to run, and so is started again. */
  wasRunning: z.boolean(),
  database: z.string(),
  /** The copy of the old database; null until it is made, and when there is no database. */
  snapshot: z.string().nullable(),
});
export type Journal = z.output<typeof journal>;

/** The upgrade that is under way or was interrupted; null if there is none. */
export const readJournal = (file: string): Journal | null =>
  existsSync(file) ? journal.parse(JSON.parse(readFileSync(file, "utf8"))) : null;

export const writeJournal = (file: string, content: Journal): void =>
  replaceFile(file, `${JSON.stringify(content, null, 2)}\n`, 0o644);

/** After this, an upgrade is done or undone for good. */
export async function closeJournal(file: string): Promise<void> {
  await rm(file, { force: true });
  await flush(dirname(file));
}

/** Points a link to a release atomically, so that it is valid even after a power cut. */
export async function pointTo(link: string, release: string): Promise<void> {
  const part = `${link}.part`;
  await rm(part, { force: true });
  await symlink(join("versions", release), part);
  await rename(part, link);
  await flush(dirname(link));
}

/** May be repeated: the journal is removed before the files that it needs. */
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
