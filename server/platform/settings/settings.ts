import { eq, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import { settings } from "./table.ts";

/** Where the owner's levies and fines are paid to; null until an admin fills it in. */
interface BankDetails {
  bank: string;
  accountHolder: string;
  accountNumber: string;
  branchCode: string;
}

/** Every setting with its value before anybody set it. */
const defaults = {
  buildingName: "Our building" as string,
  bankDetails: null as BankDetails | null,
  /** Whether admins must log in with a second step. */
  adminsNeedSecondStep: false as boolean,
  /** Who answers for personal information, and how to reach them; null: any admin. */
  informationOfficer: null as string | null,
  /** When something was erased of which the -wal file still holds rows, because it was in use; null: nothing. */
  erasureUnfinishedSince: null as string | null,
};

export type Settings = typeof defaults;

const find = prepared((db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, sql.placeholder("name")))
    .prepare(),
);

export const readSetting = <Name extends keyof Settings>(db: Db, name: Name): Settings[Name] =>
  (find(db).get({ name })?.value as Settings[Name] | undefined) ?? defaults[name];

export function writeSetting<Name extends keyof Settings>(
  db: Db,
  name: Name,
  value: NonNullable<Settings[Name]>,
  at: Instant,
): void {
  db.insert(settings)
    .values({ name, value, updatedAt: at })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: at } })
    .run();
}

/** Puts a setting back to what it is before anybody sets it. */
export const clearSetting = (db: Db, name: keyof Settings): void =>
  void db.delete(settings).where(eq(settings.name, name)).run();
