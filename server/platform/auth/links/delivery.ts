import type { Db } from "../../../database/open.ts";
import type { Moment } from "../../clock/clock.ts";
import { queueMail } from "../../mail/mail.ts";
import { inviteMail, resetMail, verificationMail } from "../../mail/messages.ts";
import { readSetting } from "../../settings/settings.ts";
import { accountById } from "../accounts.ts";
import type { LinkPurpose } from "../schema.ts";
import { issueLink } from "./links.ts";

/** A single-use link on its way to somebody. `mailed`: it is in the outbox; else hand it over. */
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

/** What handing over needs of the house. */
export interface Post {
  db: Db;
  config: { mail: object | null };
  origin: () => string;
}

/** Whether a link may be mailed: one that lets in goes to no address that is not proven to be theirs. */
const mayMail = ({ db, config }: Post, purpose: LinkPurpose, id: string): boolean =>
  config.mail !== null && (purpose === "verify" || !accountById(db, id)?.emailUnproven);

/**
 * Makes a link for somebody and, where mail is set up, mails it to them.
 * The token stands behind the `#`, so it reaches no server log and no Referer header.
 */
export function handOverLink(
  post: Post,
  purpose: Exclude<LinkPurpose, "setup">,
  person: { id: string; name: string; email: string },
  now: Moment,
): HandedOver {
  const { db, origin } = post;
  const { token, expiresAt } = issueLink(db, purpose, person.id, now.at);
  const link = `${origin()}/link#${token}`;
  const mailed = mayMail(post, purpose, person.id);
  if (mailed) {
    const letter = letters[purpose](readSetting(db, "buildingName"), person.name, link);
    queueMail(db, { to: person.email, ...letter }, now.at);
  }
  return { link, expiresAt, mailed };
}
