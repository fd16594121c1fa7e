import { eq } from "drizzle-orm";
import { type Db, write } from "../../database/open.ts";
import { type Actor, recordChange } from "../../platform/audit/audit.ts";
import { nameKey } from "../../platform/auth/accounts.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { personById, refuseTaken } from "../people/service.ts";
import { forgetPasswordLinks } from "../session/service.ts";
import type { ProfileUpdate } from "./schema.ts";

/** A person's own contact card. @throws people.unknown */
export function profileOf(db: Db, accountId: string) {
  const person = personById(db, accountId);
  const { id, name, surname, role, username, address, cellPhone, email, emailUnproven } = person;
  const emailVerified = person.emailVerifiedAt !== null;
  const contacts = { address, cellPhone, email, emailVerified, emailUnproven };
  return { id, name, surname, role, username, ...contacts };
}

/** Whether somebody wants another email than they have, whatever the case. */
export const movesEmail = (db: Db, accountId: string, email: string | undefined): boolean =>
  email !== undefined && nameKey(email) !== personById(db, accountId).emailKey;

/**
 * Changes what is given; a new email is unverified again. Answers the whole profile. Known clients
 * send nothing but the address, so it is taken from who is signed in; but until they confirm it with
 * their password no link goes there that lets in, and no provider vouches for it.
 * @param changes `isVouched`: somebody who may has said that the address is theirs
 * @param emailChanged called inside the transaction with the person's new card and their old address
 * @throws people.email_taken: then nothing is changed
 */
export function updateProfile(
  db: Db,
  by: Actor,
  accountId: string,
  { cellPhone, email, isVouched }: Omit<ProfileUpdate, "profileId"> & { isVouched: boolean },
  now: Moment,
  emailChanged: (profile: ReturnType<typeof profileOf>, from: string) => void,
) {
  return write(db, () => {
    const before = personById(db, accountId);
    const moved = movesEmail(db, accountId, email);
    if (moved) refuseTaken(db, "email", email ?? "", accountId);
    db.update(accounts)
      .set({
        ...(cellPhone !== undefined && { cellPhone }),
        ...(email !== undefined && { email, emailKey: nameKey(email) }),
        ...(moved && { emailVerifiedAt: null, emailUnproven: true }),
        ...(email !== undefined && isVouched && { emailUnproven: false }),
      })
      .where(eq(accounts.id, accountId))
      .run();
    // They may lie in the mailbox of the old address, which need not be this person's any more.
    if (moved) forgetPasswordLinks(db, accountId);
    const after = profileOf(db, accountId);
    recordChange(db, by, now.at, {
      action: "profile.update",
      subjectId: accountId,
      before: { cellPhone: before.cellPhone, email: before.email },
      after: { cellPhone: after.cellPhone, email: after.email },
    });
    if (moved) emailChanged(after, before.email);
    return after;
  });
}

/** Notes that one's own address is right; call when the password was asked for. */
export function proveEmail(db: Db, by: Actor, accountId: string, now: Moment): void {
  write(db, () => {
    const { email } = personById(db, accountId);
    db.update(accounts).set({ emailUnproven: false }).where(eq(accounts.id, accountId)).run();
    const action = "profile.confirm_email";
    recordChange(db, by, now.at, { action, subjectId: accountId, after: { email } });
  });
}
