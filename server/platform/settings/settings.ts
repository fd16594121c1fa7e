import { eq, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import { settings } from "./table.ts";

/** The account for paying levies and fines; null until an admin sets it. */
interface BankDetails {
  bank: string;
  accountHolder: string;
  accountNumber: string;
  branchCode: string;
}

/** A number that everybody in the building may need, such as the caretaker's. */
interface Contact {
  label: string;
  number: string;
}

const defaults = {
  buildingName: "Our building" as string,
  bankDetails: null as BankDetails | null,
  contacts: [] as Contact[],
  /** The contact for people who cannot sign in, shown to everybody at the login; null: nobody. */
  signInHelp: null as Contact | null,
  adminsNeedSecondStep: false as boolean,
  /** The person responsible for personal information, and their contact details; null: the trustees. */
  informationOfficer: null as string | null,
  /** The epoch in which events are numbered; null until the first is asked for. */
  eventsEpoch: null as string | null,
  /** The last day for which the list of the gate was printed by itself; null: none. */
  gateListPrintedFor: null as string | null,
  /** The last day of which the daily mails about what is new were sent; null: none yet. */
  newsMailedFor: null as string | null,
  /** The keys by which push services know this building, the private one sealed; null: none yet. */
  pushKeys: null as { publicKey: string; privateKey: string } | null,
  /** When rows were erased that are still in the -wal file, because it was in use; null: none. */
  erasureUnfinishedSince: null as string | null,
};

export type Settings = typeof defaults;

const byName = prepared((db) =>
  db
    .select()
    .from(settings)
    .where(eq(settings.name, sql.placeholder("name"))),
);

export const readSetting = <Name extends keyof Settings>(db: Db, name: Name): Settings[Name] =>
  (byName(db).get({ name })?.value as Settings[Name] | undefined) ?? defaults[name];

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

export const clearSetting = (db: Db, name: keyof Settings): void =>
  void db.delete(settings).where(eq(settings.name, name)).run();

/** Whether the settings have one of these texts, such as somebody's name or number. */
export function settingsMention(db: Db, texts: readonly string[]): boolean {
  const all = JSON.stringify(db.select().from(settings).all()).toLowerCase();
  return texts.some((text) => text !== "" && all.includes(text.toLowerCase()));
}
