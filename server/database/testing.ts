import { writeFileSync } from "node:fs";
import { type Db, openCopy, openDatabase } from "./open.ts";

let migrated: Buffer | undefined;

/** A copy of an empty database, on the disk or in memory. Migrating each anew took most of a test. */
export function openMigrated(file: string | null): Db {
  if (!migrated) {
    const { $client: sqlite } = openDatabase(":memory:");
    migrated = sqlite.serialize();
    sqlite.close();
  }
  if (!file) return openCopy(migrated);
  writeFileSync(file, migrated);
  return openDatabase(file);
}
