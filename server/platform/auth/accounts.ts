import { and, eq, isNull, sql } from "drizzle-orm";
import { adding, addingAll, type Db, prepared } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import type { Role } from "./schema.ts";
import { accounts } from "./table.ts";

interface NewAccount {
  role: Role;
  maintenanceType?: string | undefined;
  username: string;
  email: string;
}

/** Normalizes usernames and emails for comparison, without regard to case or accent encoding. */
export const nameKey = (name: string): string => name.trim().normalize("NFKC").toLowerCase();

const byId = prepared((db) =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, sql.placeholder("id")), isNull(accounts.removedAt)))
    .prepare(),
);

const byIdEver = prepared((db) =>
  db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare(),
);

/** The account with this id, including removed people, to read what they left. */
export const accountEver = (db: Db, id: string) => byIdEver(db).get({ id });

/** The account with this id unless the person was removed. */
export const accountById = (db: Db, id: string) => byId(db).get({ id });

const byUsername = prepared((db) =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.usernameKey, sql.placeholder("key")), isNull(accounts.removedAt)))
    .prepare(),
);

const byEmail = prepared((db) =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.emailKey, sql.placeholder("key")), isNull(accounts.removedAt)))
    .prepare(),
);

/**
 * The account with this username or email. Two queries, because SQLite uses no index for "this or
 * that" when the indexes leave out removed people.
 */
export const accountByName = (db: Db, name: string) =>
  accountByUsername(db, name) ?? accountByEmail(db, name);

export const accountByUsername = (db: Db, username: string) =>
  byUsername(db).get({ key: nameKey(username) });

export const accountByEmail = (db: Db, email: string) => byEmail(db).get({ key: nameKey(email) });

/** Whether somebody else signs in with this email by now. */
export function isOthersEmail(db: Db, id: string, email: string): boolean {
  const holder = accountByEmail(db, email);
  return holder !== undefined && holder.id !== id;
}

/** The row of a new account for the person with this id. */
export const newAccount = (id: string, details: NewAccount, at: Instant) => ({
  id,
  role: details.role,
  maintenanceType: details.maintenanceType ?? null,
  username: details.username,
  usernameKey: nameKey(details.username),
  emailKey: nameKey(details.email),
  emailVerifiedAt: null,
  emailUnproven: false,
  createdAt: at,
  removedAt: null,
});

export const addAccount = adding(accounts);
export const addingAccounts = addingAll(accounts);
