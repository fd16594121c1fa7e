import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../columns.ts";
import type { LinkPurpose, Role } from "./schema.ts";

/**
 * Everybody who may sign in, with what the building knows of them. A removed person stays as a row:
 * their fines, requests and visits point here. The keys are lower-cased for sign-in and uniqueness.
 */
export const accounts = sqliteTable(
  "accounts",
  {
    id: id(),
    role: text().$type<Role>().notNull(),
    name: text().notNull(),
    surname: text().notNull(),
    username: text().notNull(),
    usernameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    emailVerifiedAt: instant(),
    address: text().notNull().default(""),
    cellPhone: text().notNull(),
    /** Sealed: see platform/identity. Empty: not known. */
    idNumber: text().notNull(),
    maintenanceType: text(),
    createdAt: instant().notNull(),
    removedAt: instant(),
    /** Since when nothing here says who it was. */
    erasedAt: instant(),
  },
  (t) => [
    uniqueIndex("accounts_username_key").on(t.usernameKey).where(sql`removed_at is null`),
    uniqueIndex("accounts_email_key").on(t.emailKey).where(sql`removed_at is null`),
    index("accounts_role").on(t.role, t.removedAt, t.id),
  ],
);

/** One password a person. None: they were invited and have not chosen one, or come by OpenID Connect. */
export const credentials = sqliteTable("credentials", {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id),
  passwordHash: text().notNull(),
  /** Set by somebody else: our client asks for a new one before anything else. */
  mustChange: integer({ mode: "boolean" }).notNull(),
  /** Until when a first password that nobody used yet opens the door; null once used. */
  unusedUntil: instant(),
  changedAt: instant().notNull(),
});

/** Signed-in browsers. Only the SHA-256 of the token is kept: the file opens no door. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** What the browser called itself, for "my devices". */
    userAgent: text().notNull(),
  },
  (t) => [
    uniqueIndex("sessions_token_hash").on(t.tokenHash),
    index("sessions_account").on(t.accountId, t.id),
    index("sessions_expires").on(t.expiresAt),
  ],
);

/** Single-use links: set-up of the first admin, invite, password reset, email verification. */
export const links = sqliteTable(
  "links",
  {
    id: id(),
    purpose: text().$type<LinkPurpose>().notNull(),
    /** Null for the set-up link: there is no account yet. */
    accountId: text().references(() => accounts.id),
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [
    uniqueIndex("links_token_hash").on(t.tokenHash),
    index("links_account").on(t.accountId, t.purpose),
    index("links_expires").on(t.expiresAt),
  ],
);

/** Bearer tokens for scripts, made by their owner under the profile. */
export const tokens = sqliteTable(
  "tokens",
  {
    id: id(),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    label: text().notNull(),
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [
    uniqueIndex("tokens_token_hash").on(t.tokenHash),
    index("tokens_account").on(t.accountId, t.id),
  ],
);

/** A sign-in that has gone to the outside provider and not come back yet. */
export const oidcAttempts = sqliteTable(
  "oidc_attempts",
  {
    id: id(),
    stateHash: text().notNull(),
    verifier: text().notNull(),
    nonce: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("oidc_attempts_state").on(t.stateHash),
    index("oidc_attempts_expires").on(t.expiresAt),
  ],
);
