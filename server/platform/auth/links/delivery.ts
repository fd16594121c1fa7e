import type { Db } from "../../../database/open.ts";
import type { Moment } from "../../clock/clock.ts";
import { queueMail } from "../../mail/mail.ts";
import { inviteMail, resetMail, verificationMail } from "../../mail/messages.ts";
import { readSetting } from "../../settings/settings.ts";
import { accountById } from "../accounts.ts";
import type { LinkPurpose } from "../schema.ts";
import { issueLink } from "./links.ts";

/** A single-use link for somebody. `mailed`: it is in the outbox; otherwise deliver it by hand. */
export interface HandedOver {
  link: string;
  expiresAt: string;
  mailed: boolean;
}

const letters = {
  invite: inviteMail,
  reset: resetMail,
  forgot: resetMail,
  verify: verificationMail,
};

export interface Post {
  db: Db;
  config: { mail: object | null };
  origin: () => string;
}

/** Never to a shared address, and a link that signs in never to an unproven one. */
function mayMail({ db, config }: Post, purpose: LinkPurpose, id: string): boolean {
  const account = accountById(db, id);
  if (config.mail === null || !account?.emailKey) return false;
  return purpose === "verify" || !account.emailUnproven;
}

/** The token is after the `#`, so that it is in no log. */
const page = "/link#";

/** Whether the text of a mail has a link that `handOverLink` made. */
export const holdsLink = (text: string): boolean => text.includes(page);

export function handOverLink(
  post: Post,
  purpose: Exclude<LinkPurpose, "setup" | "sheet">,
  person: { id: string; name: string; email: string },
  now: Moment,
): HandedOver {
  const { db, origin } = post;
  const { token, expiresAt } = issueLink(db, purpose, person.id, now.at);
  const link = `${origin()}${page}${token}`;
  const mailed = mayMail(post, purpose, person.id);
  if (mailed) {
    const letter = letters[purpose](readSetting(db, "buildingName"), person.name, link);
    queueMail(db, { personId: person.id, to: person.email, ...letter }, now.at);
  }
  return { link, expiresAt, mailed };
}
