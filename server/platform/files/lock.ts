import { join } from "node:path";
import Database from "better-sqlite3";

/** Another Stoep works on this data folder. */
export class DataInUse extends Error {}

/**
 * Holds a data folder for this process, until released or until the process ends however it ends:
 * the operating system drops the lock with the process, so no stale file can keep anybody out.
 * @throws DataInUse
 */
export function holdData(folder: string): () => void {
  const lock = new Database(join(folder, "in-use.lock"), { timeout: 0 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    throw new DataInUse(
      `Another Stoep is running on ${folder}. Stop it first, or set STOEP_DATA to another folder.`,
    );
  }
  return () => lock.close();
}
