import { eq } from "drizzle-orm";
import QRCode from "qrcode";
import { type Db, write } from "../../db.ts";
import { type Actor, recordChange } from "../../platform/audit/audit.ts";
import { type HandedOver, handOverLink, type Post } from "../../platform/auth/handOver.ts";
import { lookAtLink, useLink } from "../../platform/auth/links.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { personById } from "../people/service.ts";
import { choosePassword, forgetPasswordLinks } from "../session/service.ts";

/** The link as an SVG picture, to show on a screen or print on paper. */
export const qrOf = (link: string): Promise<string> =>
  QRCode.toString(link, { type: "svg", margin: 2 });

const passwordPurposes = ["invite", "reset"] as const;

/** What a link is for, before it is used. @throws auth.unusable_link */
export function linkInWords(db: Db, token: string, now: Moment) {
  const { purpose, accountId } = lookAtLink(db, token, ["invite", "reset", "verify"], now.at);
  const { name } = personById(db, accountId ?? "");
  return { purpose: purpose as "invite" | "reset" | "verify", name };
}

/**
 * Uses an invite or reset link: the person gets the password they chose, older sessions end.
 * Answers the person. The link came to their address, but maybe on paper, so it verifies nothing.
 * @throws auth.unusable_link
 */
export function setPasswordByLink(db: Db, by: Actor, token: string, hash: string, now: Moment) {
  return write(db, () => {
    const { accountId } = useLink(db, token, passwordPurposes, now.at);
    const person = personById(db, accountId ?? "");
    choosePassword(db, { ...by, accountId: person.id }, person.id, hash, now);
    return person;
  });
}

/** Who chooses a password with a link, before one is hashed for it. @throws auth.unusable_link */
export const ownerOfLink = (db: Db, token: string, now: Moment) =>
  personById(db, lookAtLink(db, token, passwordPurposes, now.at).accountId ?? "");

/**
 * Makes the link with which somebody chooses a new password; earlier ones stop working.
 * @throws people.unknown
 */
export function resetLinkFor(house: Post, by: Actor, id: string, now: Moment): HandedOver {
  const { db } = house;
  return write(db, () => {
    const person = personById(db, id);
    forgetPasswordLinks(db, id);
    const link = handOverLink(house, "reset", person, now);
    const after = { usableUntil: link.expiresAt };
    recordChange(db, by, now.at, { action: "invites.reset_link", subjectId: id, after });
    return link;
  });
}

/** Uses a verification link. @throws auth.unusable_link */
export function verifyEmail(db: Db, by: Actor, token: string, now: Moment): void {
  write(db, () => {
    const { accountId } = useLink(db, token, ["verify"], now.at);
    const { id, emailVerifiedAt } = personById(db, accountId ?? "");
    db.update(accounts).set({ emailVerifiedAt: now.at }).where(eq(accounts.id, id)).run();
    recordChange(db, { ...by, accountId: id }, now.at, {
      action: "invites.verify_email",
      subjectId: id,
      before: { emailVerifiedAt },
      after: { emailVerifiedAt: now.at },
    });
  });
}
