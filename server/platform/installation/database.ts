import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { MigrationSteps } from "../../database/migrations.ts";
import { type Db, type Opening, openDatabase } from "../../database/open.ts";
import { DatabaseError } from "../../errors.ts";
import { keepChain } from "../audit/chain.ts";
import { madeAt } from "../backup/archive/names.ts";
import { safeFileName } from "../files/names.ts";
import { paymentReference } from "../money/paymentReference.ts";
import { unitKey } from "../validation/keys.ts";
import { stoep } from "./commands.ts";
import { migrationsFolder } from "./paths.ts";

export const migrationSteps: MigrationSteps = {
  migrations: migrationsFolder,
  functions: {
    // For a migration that changes the names of uploaded files.
    safe_file_name: (given = "", storedName = "") => safeFileName(given, storedName),
    // For the migration that makes the register.
    unit_key: (label = "") => unitKey(label),
    payment_reference: (building = "", number = "") => paymentReference(building, Number(number)),
  },
};

/**
 * Opens a building's database (or ":memory:"), checks it and its trail, and brings it up to date.
 * @throws DatabaseError if the file is damaged, no database, or written by a newer Stoep
 */
export const openBuilding = (
  file: string,
  { migrations = migrationsFolder, backups }: Partial<Pick<Opening, "backups" | "migrations">> = {},
): Db =>
  openDatabase(file, {
    ...migrationSteps,
    afterOpen: keepChain,
    command: stoep,
    migrations,
    backups,
  });

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** @throws DatabaseError where a building has lost its database: it must not begin anew by itself */
export function refuseLost({
  data,
  database,
  uploads,
  backups,
}: Pick<Config, "data" | "database" | "uploads" | "backups">): void {
  const { size } = statSync(database, { throwIfNoEntry: false }) ?? {};
  if (size) return;
  const archives = filesIn(backups).filter(madeAt).sort();
  if (archives.length === 0 && filesIn(uploads).length === 0) return;
  const backup = archives.length > 0 ? join(backups, archives.at(-1) ?? "") : "FILE";
  throw new DatabaseError(
    `${database} is ${size === 0 ? "empty" : "missing"}, but there are other data of a building in ${data}. Nothing was changed. Put the file back, or restore a backup with: ${stoep} restore ${backup}. To begin with a new building, move ${data} away.`,
  );
}
