import { eq } from "drizzle-orm";
import { type Db, write } from "../../db.ts";
import { type Actor, recordChange } from "../../platform/audit/audit.ts";
import { nameKey } from "../../platform/auth/accounts.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { personById, refuseTaken } from "../people/service.ts";
import { forgetPasswordLinks } from "../session/service.ts";
import type { ProfileUpdate } from "./schema.ts";

/** A person's own contact card. @throws people.unknown */
export function profileOf(db: Db, accountId: string) {
  const { id, name, surname, role, username, address, cellPhone, email, emailVerifiedAt } =
    personById(db, accountId);
  const emailVerified = emailVerifiedAt !== null;
  return { id, name, surname, role, username, address, cellPhone, email, emailVerified };
}

/**
 * Changes what is given; a new email is unverified again. Answers the whole profile.
 * @param emailChanged called inside the transaction with the person's new card
 * @throws people.email_taken: then nothing is changed
 */
export function updateProfile(
  db: Db,
  by: Actor,
  accountId: string,
  { cellPhone, email }: Omit<ProfileUpdate, "profileId">,
  now: Moment,
  emailChanged: (profile: ReturnType<typeof profileOf>) => void,
) {
  return write(db, () => {
    const before = personById(db, accountId);
    const moved = email !== undefined && nameKey(email) !== before.emailKey;
    if (moved) refuseTaken(db, "email", email, accountId);
    db.update(accounts)
      .set({
        ...(cellPhone !== undefined && { cellPhone }),
        ...(email !== undefined && { email, emailKey: nameKey(email) }),
        ...(moved && { emailVerifiedAt: null }),
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
    if (moved) emailChanged(after);
    return after;
  });
}
