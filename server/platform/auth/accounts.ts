import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import { nameKey } from "../validation/keys.ts";
import type { Role } from "./schema.ts";
import { accounts } from "./table.ts";

interface NewAccount {
  role: Role;
  maintenanceType?: string | undefined;
  username: string;
  email: string;
}

const isHere = isNull(accounts.removedAt);

/** The account with this id, including removed people, to read what they left. */
export const accountEver = (db: Db, id: string) =>
  db.select().from(accounts).where(eq(accounts.id, id)).get();

/** The account with this id unless the person was removed. */
export const accountById = (db: Db, id: string) =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isHere))
    .get();

/**
 * The account with this username or email. Two queries, because SQLite uses no index for "this or
 * that" when the indexes leave out removed people.
 */
export const accountByName = (db: Db, name: string) =>
  accountByUsername(db, name) ?? accountByEmail(db, name);

const withKey = (column: "usernameKey" | "emailKey") =>
  prepared((db) =>
    db
      .select()
      .from(accounts)
      .where(and(eq(accounts[column], sql.placeholder("key")), isHere))
      .prepare(),
  );
const withUsername = withKey("usernameKey");
const withEmail = withKey("emailKey");

export const accountByUsername = (db: Db, username: string) =>
  withUsername(db).get({ key: nameKey(username) });

export const accountByEmail = (db: Db, email: string) => withEmail(db).get({ key: nameKey(email) });

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
