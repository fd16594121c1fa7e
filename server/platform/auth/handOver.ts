import type { Db } from "../../db.ts";
import type { Moment } from "../clock/clock.ts";
import { queueMail } from "../mail/mail.ts";
import { inviteMail, resetMail, verificationMail } from "../mail/messages.ts";
import { readSetting } from "../settings/settings.ts";
import { issueLink } from "./links.ts";
import type { LinkPurpose } from "./schema.ts";

/** A single-use link on its way to somebody. `mailed`: it is in the outbox; else hand it over. */
export interface HandedOver {
  link: string;
  expiresAt: string;
  mailed: boolean;
}

const letters = { invite: inviteMail, reset: resetMail, verify: verificationMail };

/** What handing over needs of the house. */
export interface Post {
  db: Db;
  config: { mail: object | null };
  origin: () => string;
}

/**
 * Makes a link for somebody and, where mail is set up, mails it to them.
 * The token stands behind the `#`, so it reaches no server log and no Referer header.
 */
export function handOverLink(
  { db, config, origin }: Post,
  purpose: Exclude<LinkPurpose, "setup">,
  person: { id: string; name: string; email: string },
  now: Moment,
): HandedOver {
  const { token, expiresAt } = issueLink(db, purpose, person.id, now.at);
  const link = `${origin()}/link#${token}`;
  if (config.mail) {
    const letter = letters[purpose](readSetting(db, "buildingName"), person.name, link);
    queueMail(db, { to: person.email, ...letter }, now.at);
  }
  return { link, expiresAt, mailed: config.mail !== null };
}
