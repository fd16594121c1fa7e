import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, refersTo } from "../../database/columns.ts";
import type { LinkPurpose, MailChoice, Role } from "./schema.ts";

const ofAccount = () => refersTo(() => accounts.id);

/**
 * Everybody who may sign in. An account has the id of its person, and not every person has one. No
 * foreign key says so, because this table is below the features; `stoep verify` names one without a
 * person. A removed account stays, because sessions, files and the audit trail refer to it.
 */
export const accounts = sqliteTable(
  "accounts",
  {
    id: id(),
    role: text().$type<Role>().notNull(),
    maintenanceType: text(),
    username: text().notNull(),
    usernameKey: text().notNull(),
    /** Signs in and receives links, in lower case. Null without an email, or with a shared one. */
    emailKey: text(),
    emailVerifiedAt: instant(),
    /** Changed in a session, perhaps on a found phone, so no link that signs in goes there yet. */
    emailUnproven: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: instant().notNull(),
    removedAt: instant(),
    /** The number of the newest event that they have seen under "New since you were here". */
    eventsSeen: integer().notNull().default(0),
    newsByMail: text().$type<MailChoice>().notNull().default("daily"),
    /** The number of the newest event that they had a mail about. */
    eventsMailed: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("accounts_username_key").on(t.usernameKey).where(sql`removed_at is null`),
    uniqueIndex("accounts_email_key").on(t.emailKey).where(sql`removed_at is null`),
    index("accounts_role").on(t.role, t.removedAt, t.id),
  ],
);

/** One password per person. Without one they are invited, or use OpenID Connect. */
export const credentials = sqliteTable("credentials", {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id),
  passwordHash: text().notNull(),
  /** Set by somebody else, so they must first choose their own. */
  mustChange: integer({ mode: "boolean" }).notNull(),
  /** Until when an unused first password is valid; null once used. */
  unusedUntil: instant(),
  changedAt: instant().notNull(),
});

/** Signed-in browsers. Only the token's SHA-256 is stored, which gives no access. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    accountId: ofAccount(),
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When the password was last typed again, for actions that require it. */
    confirmedAt: instant(),
    userAgent: text().notNull(),
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
    /** Null for the set-up link, because there is no account yet. */
    accountId: text().references(() => accounts.id),
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /** When a newer one replaced it. It stays, so that using it gives a clear error. */
    replacedAt: instant(),
  },
  (t) => [
    uniqueIndex("links_token_hash").on(t.tokenHash),
    index("links_account").on(t.accountId, t.purpose),
    index("links_expires").on(t.expiresAt),
  ],
);

/** Bearer tokens for scripts, made by their owner on the profile page. */
export const tokens = sqliteTable(
  "tokens",
  {
    id: id(),
    accountId: ofAccount(),
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

/** A sign-in that was sent to the outside provider and has not returned yet. */
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

/** People who returned from the provider and have not entered their second factor's code yet. */
export const halfSignIns = sqliteTable(
  "half_sign_ins",
  {
    id: id(),
    accountId: ofAccount(),
    tokenHash: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("half_sign_ins_token").on(t.tokenHash),
    index("half_sign_ins_account").on(t.accountId),
    index("half_sign_ins_expires").on(t.expiresAt),
  ],
);

/** The key is a hash, because a typed name may be a password in the wrong field. */
export const throttles = sqliteTable(
  "throttles",
  {
    key: text().primaryKey(),
    accountId: text().references(() => accounts.id),
    failures: integer().notNull(),
    lastAt: instant().notNull(),
    heldUntil: instant(),
  },
  (t) => [index("throttles_account").on(t.accountId), index("throttles_last").on(t.lastAt)],
);

/** Browsers that have signed in as a person. Strangers' failed attempts do not affect them. */
export const devices = sqliteTable(
  "devices",
  {
    id: id(),
    accountId: ofAccount(),
    tokenHash: text().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("devices_token_account").on(t.tokenHash, t.accountId),
    index("devices_account").on(t.accountId, t.lastSeenAt),
    index("devices_last_seen").on(t.lastSeenAt),
  ],
);

/** The authenticator app, one per person. It is active after its confirmation. */
export const secondFactors = sqliteTable("second_factors", {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id),
  /** Base 32, for the app. Not a hash, because codes are calculated from it. */
  secret: text().notNull(),
  createdAt: instant().notNull(),
  confirmedAt: instant(),
  /** The half-minute of the last accepted code. That code and older ones are not accepted again. */
  lastStep: integer().notNull().default(0),
});

/** Codes on paper for when the app is lost. Each works once. Only their hash is stored. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    id: id(),
    accountId: ofAccount(),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (t) => [uniqueIndex("recovery_codes_account").on(t.accountId, t.codeHash)],
);

/** Keys in a person's device or password manager that sign in without a password. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: id(),
    accountId: ofAccount(),
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

/** The challenges that a device must sign, until it has or some minutes have passed. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    id: id(),
    challengeHash: text().notNull(),
    accountId: text().references(() => accounts.id),
    expiresAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex("passkey_challenges_hash").on(t.challengeHash),
    index("passkey_challenges_expires").on(t.expiresAt),
  ],
);
