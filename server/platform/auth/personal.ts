import { eq, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../database/open.ts";
import { notPersonal, type Personal, personalTable } from "../privacy/personal.ts";
import { forgetSigningIn } from "./eraseSignIn.ts";
import {
  accounts,
  credentials,
  devices,
  halfSignIns,
  links,
  oidcAttempts,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  secondFactors,
  sessions,
  throttles,
  tokens,
} from "./table.ts";

const deleted = { exported: true, erased: "deleted" } as const;
const secret = { notExported: "it helps to sign in as them", erased: "deleted" } as const;
const ours = { notExported: "it says nothing of them", erased: "deleted" } as const;
const fleeting = { notExported: "it is gone within minutes", erased: "deleted" } as const;
const tries = {
  notExported: "it counts wrong tries and goes by itself",
  erased: "deleted",
} as const;

function eraseAccount(db: Db, id: string): void {
  const username = `erased-${id}`;
  db.update(accounts)
    .set({ username, usernameKey: username, emailKey: null, emailVerifiedAt: null })
    .where(eq(accounts.id, id))
    .run();
}

export const authPersonal: Personal = {
  tables: [
    personalTable(
      accounts,
      { id: "id" },
      [{ exported: true, retained: "files and the trail point to it" }, "id"],
      [{ exported: true, retained: "in which list they were" }, "role", "maintenanceType"],
      [{ exported: true, retained: "that somebody was here, and when" }, "createdAt", "removedAt"],
      [{ exported: true, erased: "replaced" }, "username", "emailVerifiedAt"],
      [{ exported: true, retained: "without an email it says nothing" }, "emailUnproven"],
      [{ notExported: "the same in small letters", erased: "replaced" }, "usernameKey", "emailKey"],
    ),
    personalTable(
      credentials,
      { accountId: "id" },
      [deleted, "changedAt", "mustChange", "unusedUntil"],
      [secret, "passwordHash"],
      [ours, "accountId"],
    ),
    personalTable(
      sessions,
      { accountId: "id" },
      [deleted, "createdAt", "confirmedAt", "lastSeenAt", "expiresAt", "userAgent", "address"],
      [secret, "tokenHash"],
      [ours, "id", "accountId"],
    ),
    personalTable(
      links,
      { accountId: "id" },
      [deleted, "purpose", "createdAt", "expiresAt", "usedAt", "replacedAt"],
      [secret, "tokenHash"],
      [ours, "id", "accountId"],
    ),
    personalTable(
      tokens,
      { accountId: "id" },
      [deleted, "label", "createdAt", "lastUsedAt", "expiresAt"],
      [secret, "tokenHash"],
      [ours, "id", "accountId"],
    ),
    personalTable(
      devices,
      { accountId: "id" },
      [deleted, "lastSeenAt"],
      [secret, "tokenHash"],
      [ours, "id", "accountId"],
    ),
    personalTable(
      secondFactors,
      { accountId: "id" },
      [deleted, "createdAt", "confirmedAt"],
      [secret, "secret", "lastStep"],
      [ours, "accountId"],
    ),
    personalTable(
      recoveryCodes,
      { accountId: "id" },
      [deleted, "usedAt"],
      [secret, "codeHash"],
      [ours, "id", "accountId"],
    ),
    personalTable(
      passkeys,
      { accountId: "id" },
      [deleted, "label", "createdAt", "lastUsedAt"],
      [secret, "credentialId", "publicKey", "counter", "transports"],
      [ours, "id", "accountId"],
    ),
    personalTable(passkeyChallenges, { accountId: "id" }, [
      fleeting,
      "id",
      "accountId",
      "challengeHash",
      "expiresAt",
    ]),
    personalTable(halfSignIns, { accountId: "id" }, [
      fleeting,
      "id",
      "accountId",
      "tokenHash",
      "expiresAt",
    ]),
    personalTable(throttles, { accountId: "id" }, [
      tries,
      "key",
      "accountId",
      "failures",
      "lastAt",
      "heldUntil",
    ]),
    personalTable(oidcAttempts, {}, [
      notPersonal,
      "id",
      "stateHash",
      "verifier",
      "nonce",
      "expiresAt",
    ]),
  ],
  exportFor: (db, { id }) => {
    /** The columns of a table that a person may get: never a token, not even its hash. */
    const rows = <Columns extends Parameters<Db["select"]>[0]>(
      columns: Columns & {},
      table: SQLiteTable,
      isTheirs: SQL,
    ) => db.select(columns).from(table).where(isTheirs).all();
    return {
      signIn: rows(
        { createdAt: accounts.createdAt, removedAt: accounts.removedAt },
        accounts,
        eq(accounts.id, id),
      ),
      password: rows(
        {
          changedAt: credentials.changedAt,
          mustChange: credentials.mustChange,
          unusedUntil: credentials.unusedUntil,
        },
        credentials,
        eq(credentials.accountId, id),
      ),
      signedInBrowsers: rows(
        {
          createdAt: sessions.createdAt,
          lastSeenAt: sessions.lastSeenAt,
          expiresAt: sessions.expiresAt,
          confirmedAt: sessions.confirmedAt,
          userAgent: sessions.userAgent,
          address: sessions.address,
        },
        sessions,
        eq(sessions.accountId, id),
      ),
      knownBrowsers: rows({ lastSeenAt: devices.lastSeenAt }, devices, eq(devices.accountId, id)),
      links: rows(
        {
          purpose: links.purpose,
          createdAt: links.createdAt,
          expiresAt: links.expiresAt,
          usedAt: links.usedAt,
          replacedAt: links.replacedAt,
        },
        links,
        eq(links.accountId, id),
      ),
      passkeys: rows(
        {
          label: passkeys.label,
          createdAt: passkeys.createdAt,
          lastUsedAt: passkeys.lastUsedAt,
        },
        passkeys,
        eq(passkeys.accountId, id),
      ),
      secondStep: rows(
        { createdAt: secondFactors.createdAt, since: secondFactors.confirmedAt },
        secondFactors,
        eq(secondFactors.accountId, id),
      ),
      recoveryCodes: rows(
        { usedAt: recoveryCodes.usedAt },
        recoveryCodes,
        eq(recoveryCodes.accountId, id),
      ),
      tokens: rows(
        {
          label: tokens.label,
          createdAt: tokens.createdAt,
          lastUsedAt: tokens.lastUsedAt,
          expiresAt: tokens.expiresAt,
        },
        tokens,
        eq(tokens.accountId, id),
      ),
    };
  },
  names: [
    { id: tokens.id, name: tokens.label },
    { id: passkeys.id, name: passkeys.label },
  ],
  erase: (db, { id }) => {
    eraseAccount(db, id);
    forgetSigningIn(db, id);
  },
};
