import { join } from "node:path";
import Database from "better-sqlite3";
import { DatabaseError } from "../../errors.ts";

export const lockName = "in-use.lock";

export class DataInUse extends Error {}

/**
 * Locks a data folder until the process ends at the latest, so that a stale file never blocks a
 * start.
 * @param name of the lock file; locks with different names are independent
 * @throws DataInUse; DatabaseError
 */
export function holdData(
  folder: string,
  inUse = `Another Stoep is running on ${folder}. Stop it first, or set STOEP_DATA to another folder.`,
  name = lockName,
): () => void {
  let lock: Database.Database | undefined;
  try {
    lock = new Database(join(folder, name), { timeout: 0 });
    lock.pragma("locking_mode = EXCLUSIVE");
    // Nothing is written here, and a journal file on a full disk would prevent even an undo.
    lock.pragma("journal_mode = MEMORY");
    // Not EXCLUSIVE, which takes two steps: two processes at the same time could both fail.
    lock.exec("BEGIN IMMEDIATE");
  } catch (error) {
    lock?.close();
    const code = String((error as { code?: string }).code);
    if (!code.startsWith("SQLITE_")) throw error;
    if (!code.startsWith("SQLITE_BUSY"))
      throw new DatabaseError(
        `Stoep may not write in ${folder}. Give its user the right to do that.`,
      );
    throw new DataInUse(inUse);
  }
  return () => lock?.close();
}
