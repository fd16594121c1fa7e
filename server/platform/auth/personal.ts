import { eq } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { notPersonal, type Personal, personalTable } from "../privacy/personal.ts";
import { exportedRows } from "../privacy/rows.ts";
import { emptiedByRestore, retainedByRestore } from "./restored.ts";
import * as tables from "./table.ts";

const own = { accountId: "id" } as const;
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
  db.update(tables.accounts)
    .set({ username, usernameKey: username, emailKey: null, emailVerifiedAt: null })
    .where(eq(tables.accounts.id, id))
    .run();
}

/** The fields that a person gets, by their name there: never a token, not even its hash. */
const exported = {
  signIn: personalTable(
    tables.accounts,
    { id: "id" },
    [{ exported: true, retained: "files and the trail point to it" }, "id"],
    [{ exported: true, retained: "in which list they were" }, "role", "maintenanceType"],
    [{ exported: true, retained: "that somebody was here, and when" }, "createdAt", "removedAt"],
    [{ exported: true, erased: "replaced" }, "username", "emailVerifiedAt"],
    [{ exported: true, retained: "without an email it says nothing" }, "emailUnproven"],
    [
      { notExported: "it counts events", retained: "it counts events" },
      "eventsSeen",
      "eventsMailed",
    ],
    [{ exported: true, retained: "without an email it says nothing" }, "newsByMail"],
    [{ notExported: "the same in small letters", erased: "replaced" }, "usernameKey", "emailKey"],
  ),
  password: personalTable(
    tables.credentials,
    own,
    [deleted, "changedAt", "mustChange", "unusedUntil"],
    [secret, "passwordHash"],
    [ours, "accountId"],
  ),
  signedInBrowsers: personalTable(
    tables.sessions,
    own,
    [deleted, "createdAt", "confirmedAt", "lastSeenAt", "expiresAt", "userAgent", "address"],
    [secret, "tokenHash"],
    [ours, "id", "accountId"],
  ),
  knownBrowsers: personalTable(
    tables.devices,
    own,
    [deleted, "lastSeenAt"],
    [secret, "tokenHash"],
    [ours, "id", "accountId"],
  ),
  links: personalTable(
    tables.links,
    own,
    [deleted, "purpose", "createdAt", "expiresAt", "usedAt", "replacedAt"],
    [secret, "tokenHash"],
    [ours, "id", "accountId"],
  ),
  passkeys: personalTable(
    tables.passkeys,
    own,
    [deleted, "label", "createdAt", "lastUsedAt"],
    [secret, "credentialId", "publicKey", "counter", "transports"],
    [ours, "id", "accountId"],
  ),
  secondStep: personalTable(
    tables.secondFactors,
    own,
    [deleted, "createdAt", "confirmedAt"],
    [secret, "secret", "lastStep"],
    [ours, "accountId"],
  ),
  recoveryCodes: personalTable(
    tables.recoveryCodes,
    own,
    [deleted, "usedAt"],
    [secret, "codeHash"],
    [ours, "id", "accountId"],
  ),
  tokens: personalTable(
    tables.tokens,
    own,
    [deleted, "label", "createdAt", "lastUsedAt", "expiresAt"],
    [secret, "tokenHash"],
    [ours, "id", "accountId"],
  ),
};

export const authPersonal: Personal = {
  tables: [
    ...Object.values(exported),
    personalTable(tables.passkeyChallenges, own, [
      fleeting,
      "id",
      "accountId",
      "challengeHash",
      "expiresAt",
    ]),
    personalTable(tables.halfSignIns, own, [fleeting, "id", "accountId", "tokenHash", "expiresAt"]),
    personalTable(tables.throttles, own, [
      tries,
      "key",
      "accountId",
      "failures",
      "lastAt",
      "heldUntil",
    ]),
    personalTable(tables.oidcAttempts, {}, [
      notPersonal,
      "id",
      "stateHash",
      "verifier",
      "nonce",
      "expiresAt",
    ]),
  ],
  exportFor: (db, { id }) =>
    Object.fromEntries(
      Object.entries(exported).map(([name, table]) => [name, exportedRows(db, table, id)]),
    ),
  names: [
    { id: tables.tokens.id, name: tables.tokens.label },
    { id: tables.passkeys.id, name: tables.passkeys.label },
  ],
  erase: (db, { id }) => {
    eraseAccount(db, id);
    for (const table of [...retainedByRestore, ...emptiedByRestore])
      if ("accountId" in table) db.delete(table).where(eq(table.accountId, id)).run();
  },
};
