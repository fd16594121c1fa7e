import { eq } from "drizzle-orm";
import { type Context, isAdmin } from "../../../api/procedures.ts";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { isFresh } from "../../../platform/auth/sessions/sessions.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { nameKey } from "../../../platform/validation/keys.ts";
import { endSharing, memberById, refuseAnybodysEmail, refuseTaken } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { addressOf, hasNoUnit } from "../../units/occupancy/homes.ts";
import type { ProfileUpdate } from "../schema.ts";
import { endLinksByMail } from "../session/service.ts";

/** A person's contact details, with where they live today, or that they have no unit any more. @throws people.unknown */
export function profileOf(db: Db, accountId: string, today: Day) {
  const person = memberById(db, accountId);
  const { id, name, surname, role, username, cellPhone, email, emailUnproven } = person;
  const address = addressOf(db, person, today);
  const emailVerified = person.emailVerifiedAt !== null;
  const contacts = { address, cellPhone, email, emailVerified, emailUnproven };
  const isWithoutUnit = hasNoUnit(db, id, today);
  return { id, name, surname, role, username, ...contacts, isWithoutUnit };
}

/**
 * Whether the caller may confirm another person's address: an admin who typed their password a few
 * minutes ago. Otherwise anybody at an admin's unattended phone could redirect sign-in links.
 */
export const vouches = (
  { db, account, now }: Pick<Context, "db" | "account" | "now">,
  accountId: string,
): boolean =>
  isAdmin(account) &&
  accountId !== account?.id &&
  isFresh(db, account?.sessionId ?? null, now().at);

/** Whether this is a different email from the current one, ignoring case. */
export const movesEmail = (db: Db, accountId: string, email: string | undefined): boolean =>
  email !== undefined && nameKey(email) !== nameKey(memberById(db, accountId).email);

/**
 * Whether an admin in a session sends somebody else's address as it is, and nothing else: that is how
 * they confirm one that its owner changed, and without the password it would do nothing.
 */
export const onlyConfirms = (
  { db, account }: Pick<Context, "db" | "account">,
  accountId: string,
  { cellPhone, email }: Pick<ProfileUpdate, "cellPhone" | "email">,
): boolean =>
  isAdmin(account) &&
  accountId !== account?.id &&
  account?.sessionId != null &&
  cellPhone === undefined &&
  memberById(db, accountId).emailUnproven &&
  !movesEmail(db, accountId, email);

/**
 * Changes the given fields and returns the whole profile. A new email is unverified. Existing
 * clients send only the address, so the session is enough to change it. But until its owner
 * confirms it with their password, it receives no links to sign in with, and no provider can sign
 * in with it.
 * @param changes `isVouched`: an admin confirmed that the address is this person's
 * @param emailChanged called in the transaction with the new profile and the old address
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
    const before = memberById(db, accountId);
    const moved = movesEmail(db, accountId, email);
    if (moved) {
      refuseTaken(db, "email", email ?? "", accountId);
      refuseAnybodysEmail(db, email ?? "", accountId);
    }
    db.update(people)
      .set({ ...(cellPhone !== undefined && { cellPhone }), ...(email !== undefined && { email }) })
      .where(eq(people.id, accountId))
      .run();
    if (email !== undefined && (moved || isVouched))
      db.update(accounts)
        .set({
          ...(moved && { emailKey: nameKey(email), emailVerifiedAt: null }),
          emailUnproven: !isVouched,
        })
        .where(eq(accounts.id, accountId))
        .run();
    if (moved) {
      endLinksByMail(db, accountId, now.at);
      endSharing(db, before.email);
    }
    const after = profileOf(db, accountId, now.today);
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

/** Records that one's own address is right. Call it after the password was checked. */
export function proveEmail(db: Db, by: Actor, accountId: string, now: Moment): void {
  write(db, () => {
    const { email, emailUnproven } = memberById(db, accountId);
    if (!emailUnproven) return;
    db.update(accounts).set({ emailUnproven: false }).where(eq(accounts.id, accountId)).run();
    const action = "profile.confirm_email";
    recordChange(db, by, now.at, { action, subjectId: accountId, after: { email } });
  });
}
