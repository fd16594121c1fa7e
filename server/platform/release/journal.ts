import { existsSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";
import { flush } from "../files/files.ts";

/** What undoing an upgrade needs. Written before the first change, removed when it is done. */
const journal = z.object({
  /** Names of releases in `versions/`. */
  from: z.string(),
  to: z.string(),
  wasRunning: z.boolean(),
  database: z.string(),
  /** The copy of the old database; null until it is made, and when there is no database. */
  snapshot: z.string().nullable(),
});
export type Journal = z.output<typeof journal>;

/** The upgrade that is under way or was interrupted; null if there is none. */
export const readJournal = (file: string): Journal | null =>
  existsSync(file) ? journal.parse(JSON.parse(readFileSync(file, "utf8"))) : null;

export async function writeJournal(file: string, content: Journal): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, "w", 0o644);
  try {
    await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
  await flush(dirname(file));
}

/** After this, an upgrade is done or undone for good. */
export async function closeJournal(file: string): Promise<void> {
  await rm(file, { force: true });
  await flush(dirname(file));
}
