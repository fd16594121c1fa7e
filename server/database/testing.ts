import { writeFileSync } from "node:fs";
import { openBuilding, openBuildingCopy } from "../platform/installation/database.ts";
import type { Db } from "./open.ts";

let migrated: Buffer | undefined;

/** A copy of an empty database, on the disk or in memory. Migrating each anew took most of a test. */
export function openMigrated(file: string | null): Db {
  if (!migrated) {
    const { $client: sqlite } = openBuilding(":memory:");
    migrated = sqlite.serialize();
    sqlite.close();
  }
  if (!file) return openBuildingCopy(migrated);
  writeFileSync(file, migrated);
  return openBuilding(file);
}
