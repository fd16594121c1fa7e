import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { keepChain } from "../platform/audit/chain.ts";
import { openBuilding } from "../platform/installation/database.ts";
import { configure, type Db, withDrizzle } from "./open.ts";

let migrated: Buffer | undefined;

/** A copy of an empty database, on the disk or in memory. Migrating each anew took most of a test. */
export function openMigrated(file: string | null): Db {
  if (!migrated) {
    const { $client: sqlite } = openBuilding(":memory:");
    migrated = sqlite.serialize();
    sqlite.close();
  }
  if (!file) return openCopy(migrated);
  writeFileSync(file, migrated);
  return openBuilding(file);
}

/** Opens a copy in memory of what `openBuilding` brought up to date and `serialize` returned. */
function openCopy(image: Buffer): Db {
  const sqlite = new Database(image);
  configure(sqlite);
  keepChain(sqlite);
  return withDrizzle(sqlite);
}
