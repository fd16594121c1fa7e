import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";
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
    /** Changed by who was signed in, which whoever found their phone is too: it opens no door yet. */
    emailUnproven: integer({ mode: "boolean" }).notNull().default(false),
    address: text().notNull().default(""),
    cellPhone: text().notNull(),
    /** Sealed: see platform/idNumbers. Empty: not known. */
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
    index("accounts_erased").on(t.id).where(sql`erased_at is not null`),
  ],
);

/** One password a person. None: they were invited and have not chosen one, or come by OpenID Connect. */
export const credentials = sqliteTable("credentials", {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id),
  passwordHash: text().notNull(),
  /** Set by somebody else: they choose one of their own before anything else. */
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
    /** When the password was typed again, for what asks for it after a while. */
    confirmedAt: instant(),
    /** What the browser called itself, for "my devices". */
    userAgent: text().notNull(),
    /** The network address it was last seen at. */
    address: text().notNull().default(""),
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
    /** When a newer one took its place; it is kept so that who tries it is told so. */
    replacedAt: instant(),
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
    expiresAt: instant().notNull().default(""),
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

/** Who came back from the provider and has not typed the code of their second step yet. */
export const halfSignIns = sqliteTable(
  "half_sign_ins",
  {
    id: id(),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    tokenHash: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("half_sign_ins_token").on(t.tokenHash),
    index("half_sign_ins_account").on(t.accountId),
    index("half_sign_ins_expires").on(t.expiresAt),
  ],
);

/**
 * Wrong tries at a door, and until when it stays shut because of them. The key is the hash of what is
 * counted: a typed name (which may be a password put into the wrong field), a device, an address.
 */
export const throttles = sqliteTable(
  "throttles",
  {
    key: text().primaryKey(),
    /** Whose door it is, where it is somebody's, so that an admin can open it. */
    accountId: text().references(() => accounts.id),
    failures: integer().notNull(),
    lastAt: instant().notNull(),
    heldUntil: instant(),
  },
  (t) => [index("throttles_account").on(t.accountId), index("throttles_last").on(t.lastAt)],
);

/** Browsers that have signed in as a person before: strangers' wrong tries do not count against them. */
export const devices = sqliteTable(
  "devices",
  {
    id: id(),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    tokenHash: text().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("devices_token_account").on(t.tokenHash, t.accountId),
    index("devices_account").on(t.accountId, t.lastSeenAt),
    index("devices_last_seen").on(t.lastSeenAt),
  ],
);

/** The app that shows a code every half minute, one a person. It counts once it was confirmed. */
export const secondFactors = sqliteTable("second_factors", {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id),
  /** Base 32, as the app has it: codes are made of it, so a hash would not do. */
  secret: text().notNull(),
  createdAt: instant().notNull(),
  confirmedAt: instant(),
  /** The half minute of the last code that was taken: it and those before it are not taken again. */
  lastStep: integer().notNull().default(0),
});

/** Codes on paper for who has lost the app. Each works once; only their hash is kept. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    id: id(),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (t) => [uniqueIndex("recovery_codes_account").on(t.accountId, t.codeHash)],
);

/** Keys that a person's device or password manager keeps, and with which they sign in without a password. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: id(),
    accountId: text()
      .notNull()
      .references(() => accounts.id),
    credentialId: text().notNull(),
    publicKey: blob({ mode: "buffer" }).notNull(),
    counter: integer().notNull(),
    transports: text({ mode: "json" }).$type<string[]>().notNull(),
    label: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [
    uniqueIndex("passkeys_credential").on(t.credentialId),
    index("passkeys_account").on(t.accountId, t.id),
  ],
);

/** What a device is asked to sign, until it has or a few minutes are over. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    id: id(),
    challengeHash: text().notNull(),
    /** Who adds a passkey; null while somebody signs in with one. */
    accountId: text().references(() => accounts.id),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("passkey_challenges_hash").on(t.challengeHash),
    index("passkey_challenges_expires").on(t.expiresAt),
  ],
);
