import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import { accounts } from "./table.ts";

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
