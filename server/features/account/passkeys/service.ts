import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { accountById } from "../../../platform/auth/accounts.ts";
import { authError } from "../../../platform/auth/errors.ts";
import { type checkRegistration, passkeysOf } from "../../../platform/auth/passkeys/passkeys.ts";
import { deleteOwn } from "../../../platform/auth/removeOwn.ts";
import { passkeys } from "../../../platform/auth/table.ts";
import type { Moment } from "../../../platform/clock/clock.ts";

import { accountError } from "../errors.ts";

type Made = Awaited<ReturnType<typeof checkRegistration>>;

/**
 * Stores a passkey.
 * @param label a name by which its owner recognizes it
 * @throws passkeys.refused if it is stored already
 */
export function addPasskey(
  db: Db,
  by: Actor,
  accountId: string,
  made: Made & { label: string },
  now: Moment,
): void {
  write(db, () => {
    const [added] = db
      .insert(passkeys)
      .values({ ...made, accountId, createdAt: now.at })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
      .all();
    if (!added) throw authError("passkeys.refused");
    const after = { label: made.label };
    recordChange(db, by, now.at, { action: "passkeys.add", subjectId: added.id, after });
  });
}

/** @throws passkeys.unknown if the person has no such passkey */
export function removePasskey(db: Db, by: Actor, accountId: string, id: string, now: Moment): void {
  write(db, () => {
    const { label } = deleteOwn(db, passkeys, accountId, id, () =>
      accountError("passkeys.unknown", { field: "id" }),
    );
    recordChange(db, by, now.at, { action: "passkeys.remove", subjectId: id, before: { label } });
  });
}

/** Removes all passkeys of a person who resets their password and wants no other way to sign in. */
export function removePasskeys(db: Db, by: Actor, accountId: string, now: Moment): void {
  write(db, () => {
    for (const { id } of passkeysOf(db, accountId)) removePasskey(db, by, accountId, id, now);
  });
}

/** Records that somebody signed in with a passkey. Returns their id. @throws passkeys.refused */
export function signedInBy(
  db: Db,
  by: Actor,
  { accountId, label }: { accountId: string; label: string },
  now: Moment,
) {
  if (!accountById(db, accountId)) throw authError("passkeys.refused");
  const self = { ...by, accountId };
  const after = { passkey: label };
  recordChange(db, self, now.at, { action: "session.sign_in", subjectId: accountId, after });
  return accountId;
}
