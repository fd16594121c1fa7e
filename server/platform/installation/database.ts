import type { MigrationSteps } from "../../database/migrations.ts";
import { type Db, type Opening, openCopy, openDatabase } from "../../database/open.ts";
import { keepChain } from "../audit/chain.ts";
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

const opening: Opening = { ...migrationSteps, afterOpen: keepChain, command: stoep };

/**
 * Opens a building's database (or ":memory:"), checks it and its trail, and brings it up to date.
 * @throws DatabaseError if the file is damaged, no database, or written by a newer Stoep
 */
export const openBuilding = (
  file: string,
  { migrations = migrationsFolder, backups }: Partial<Pick<Opening, "backups" | "migrations">> = {},
): Db => openDatabase(file, { ...opening, migrations, backups });

/** Opens a copy in memory of what `openBuilding` brought up to date and `serialize` returned. */
export const openBuildingCopy = (image: Buffer): Db => openCopy(image, opening);
