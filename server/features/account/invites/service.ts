import { eq } from "drizzle-orm";
import QRCode from "qrcode";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { type HandedOver, handOverLink, type Post } from "../../../platform/auth/links/delivery.ts";
import { lookAtLink, replaceLinks, useLink } from "../../../platform/auth/links/links.ts";
import { passkeysOf } from "../../../platform/auth/passkeys/passkeys.ts";
import { passwordPurposes } from "../../../platform/auth/schema.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import { memberById } from "../../people/service.ts";
import { removePasskeys } from "../passkeys/service.ts";
import { choosePassword } from "../session/service.ts";

/** A person's choices when they use a link. */
interface Chosen {
  token: string;
  hash: string;
  removePasskeys: boolean;
}

/** The link as an SVG QR code, for a screen or a printed invite. */
export const qrOf = (link: string): Promise<string> =>
  QRCode.toString(link, { type: "svg", margin: 2 });

/** The kinds of links that somebody who opens one need not tell apart. */
const shownAs = {
  setup: "invite",
  invite: "invite",
  sheet: "invite",
  reset: "reset",
  forgot: "reset",
  verify: "verify",
} as const;

/**
 * Says what a link is for, before it is used: for a new password how many passkeys there are, and
 * otherwise which email it shows to be theirs.
 * @throws auth.unusable_link
 */
export function linkInWords(db: Db, token: string, now: Moment) {
  const link = lookAtLink(db, token, [...passwordPurposes, "verify"], now.at);
  const { id, name, email } = memberById(db, link.accountId ?? "");
  const purpose = shownAs[link.purpose];
  const passkeys = purpose === "verify" ? 0 : passkeysOf(db, id).length;
  return {
    purpose,
    name,
    // A link to verify an email ends when the email changes, so it is about this one.
    ...(purpose === "verify" && { email }),
    ...(passkeys > 0 && { passkeys }),
  };
}

/**
 * Uses an invite or reset link: sets the chosen password, ends older sessions, and removes the
 * passkeys if asked to. Returns the person's id. This does not verify the email address, because the
 * link may have come on paper.
 * @throws auth.unusable_link
 */
export function setPasswordByLink(
  db: Db,
  by: Actor,
  { token, hash, removePasskeys: areRemoved }: Chosen,
  now: Moment,
) {
  return write(db, () => {
    const { accountId } = useLink(db, token, passwordPurposes, now.at);
    const { id } = memberById(db, accountId ?? "");
    const self = { ...by, accountId: id };
    choosePassword(db, self, id, hash, now);
    if (areRemoved) removePasskeys(db, self, id, now);
    return id;
  });
}

/** The person a password link belongs to, before the costly hash. @throws auth.unusable_link */
export const ownerOfLink = (db: Db, token: string, now: Moment) =>
  memberById(db, lookAtLink(db, token, passwordPurposes, now.at).accountId ?? "");

/**
 * Creates a link to choose a new password, and invalidates earlier ones.
 * @throws people.unknown
 */
export function resetLinkFor(post: Post, by: Actor, id: string, now: Moment): HandedOver {
  const { db } = post;
  return write(db, () => {
    const person = memberById(db, id);
    replaceLinks(db, id, passwordPurposes, now.at);
    const link = handOverLink(post, "reset", person, now);
    const after = { usableUntil: link.expiresAt };
    recordChange(db, by, now.at, { action: "invites.reset_link", subjectId: id, after });
    return link;
  });
}

/** Uses a verification link. @throws auth.unusable_link */
export function verifyEmail(db: Db, by: Actor, token: string, now: Moment): void {
  write(db, () => {
    const { accountId } = useLink(db, token, ["verify"], now.at);
    const { id, emailVerifiedAt } = memberById(db, accountId ?? "");
    db.update(accounts).set({ emailVerifiedAt: now.at }).where(eq(accounts.id, id)).run();
    const change = { before: { emailVerifiedAt }, after: { emailVerifiedAt: now.at } };
    const themselves = { ...by, accountId: id };
    recordChange(db, themselves, now.at, {
      action: "invites.verify_email",
      subjectId: id,
      ...change,
    });
  });
}
