import { join } from "node:path";
import Database from "better-sqlite3";
import { DatabaseError } from "../../errors.ts";

/** The file in a held folder that the lock is on. */
export const lockName = "in-use.lock";

/** Another process works on this folder. */
export class DataInUse extends Error {}

/**
 * Holds a data folder for this process, until released or until the process ends however it ends:
 * the operating system drops the lock with the process, so no stale file can keep anybody out.
 * @param inUse what to say when another process holds it
 * @param name of the lock file: who holds another one does not stand in the way
 * @throws DataInUse; DatabaseError when the folder may not be written to
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
    // Nothing is ever written here, and a journal on a full disk would bar even the way back.
    lock.pragma("journal_mode = MEMORY");
    // Not EXCLUSIVE, which takes two steps: of two who come at once both might be refused.
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
