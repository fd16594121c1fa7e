import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import { auditEvents } from "../audit/table.ts";
import type { Instant } from "../clock/clock.ts";
import { nameKey } from "../validation/keys.ts";
import type { Role } from "./schema.ts";
import { accounts, credentials, passkeys } from "./table.ts";

interface NewAccount {
  role: Role;
  maintenanceType?: string | undefined;
  username: string;
  email: string;
}

/** The account that has a value in a column, unless its person was removed. */
const accountWith = (column: "id" | "usernameKey" | "emailKey") => {
  const query = prepared((db) =>
    db
      .select()
      .from(accounts)
      .where(and(eq(accounts[column], sql.placeholder("value")), isNull(accounts.removedAt))),
  );
  return (db: Db, value: string) => query(db).get({ value });
};

const withUsername = accountWith("usernameKey");
const withEmail = accountWith("emailKey");

/** An account by id, also of removed people, to read what they left. */
export const accountEver = (db: Db, id: string) =>
  db.select().from(accounts).where(eq(accounts.id, id)).get();

export const accountById = accountWith("id");

/** By username or email. Two queries, because SQLite uses no index for "this or that" here. */
export const accountByName = (db: Db, name: string) =>
  accountByUsername(db, name) ?? accountByEmail(db, name);

export const accountByUsername = (db: Db, username: string) => withUsername(db, nameKey(username));

export const accountByEmail = (db: Db, email: string) => withEmail(db, nameKey(email));

/** For `where`: whether somebody signed in through a provider, which leaves no credential. */
export const cameByProvider = sql`EXISTS (SELECT 1 FROM ${auditEvents}
  WHERE ${auditEvents.actorId} = ${accounts.id} AND ${auditEvents.action} = 'auth.oidc_sign_in')`;

const findAdmins = prepared((db) =>
  db
    .select({
      id: accounts.id,
      canLogIn: sql<0 | 1>`(${credentials.accountId} IS NOT NULL
          AND coalesce(${credentials.unusedUntil} > ${sql.placeholder("now")}, 1))
        OR EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.accountId} = ${accounts.id})
        OR ${cameByProvider}`,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(eq(accounts.role, "Admin"), isNull(accounts.removedAt))),
);

/** The admins, and whether each has a way in: whoever was only invited may never come. */
export const adminsNow = (db: Db, now: Instant) => findAdmins(db).all({ now });

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

/** Whether somebody is at the gate: staff of the trade Security. */
export const isGuard = ({
  role,
  maintenanceType,
}: Pick<typeof accounts.$inferSelect, "role" | "maintenanceType">): boolean =>
  role === "Staff" && maintenanceType === "Security";
