import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { type Db, prepared } from "../../../database/open.ts";
import { type Instant, plusDays } from "../../clock/clock.ts";
import { authError } from "../errors.ts";
import { isCode, type LinkPurpose } from "../schema.ts";
import { hashToken, newToken } from "../secrets.ts";
import { accounts, links } from "../table.ts";

export const isOpen = and(isNull(links.usedAt), isNull(links.replacedAt));

/** It replaces unused ones for the same purpose and person. @param days how long it is valid */
export function issueLink(
  db: Db,
  purpose: LinkPurpose,
  accountId: string | null,
  now: Instant,
  token = newToken(),
  days = purpose === "setup" ? 30 : 7,
) {
  const owner = accountId === null ? isNull(links.accountId) : eq(links.accountId, accountId);
  db.update(links)
    .set({ replacedAt: now })
    .where(and(owner, eq(links.purpose, purpose), isOpen))
    .run();
  const expiresAt = plusDays(now, days);
  db.insert(links)
    .values({ purpose, accountId, tokenHash: hashToken(token), createdAt: now, expiresAt })
    .run();
  return { token, expiresAt };
}

/** A newer link or sheet replaces a person's unused links for these purposes. */
export function replaceLinks(
  db: Db,
  accountId: string,
  purposes: readonly LinkPurpose[],
  now: Instant,
): void {
  db.update(links)
    .set({ replacedAt: now })
    .where(and(eq(links.accountId, accountId), inArray(links.purpose, [...purposes]), isOpen))
    .run();
}

const findLink = prepared((db) =>
  db
    .select({
      id: links.id,
      purpose: links.purpose,
      accountId: links.accountId,
      replacedAt: links.replacedAt,
      removedAt: accounts.removedAt,
    })
    .from(links)
    .leftJoin(accounts, eq(accounts.id, links.accountId))
    .where(
      and(
        eq(links.tokenHash, sql.placeholder("tokenHash")),
        isNull(links.usedAt),
        gt(links.expiresAt, sql.placeholder("now")),
      ),
    ),
);

/**
 * The purpose and account of a link.
 * @throws auth.replaced_link or _code (from paper) when a newer one replaced it; auth.unusable_link
 * or _code when it is unknown, used, expired, or not for `purposes`, without saying which
 */
export function lookAtLink(db: Db, token: string, purposes: readonly LinkPurpose[], now: Instant) {
  const link = findLink(db).get({ tokenHash: hashToken(token), now });
  const kind = isCode(token) ? "code" : "link";
  if (!link || link.removedAt || !purposes.includes(link.purpose))
    throw authError(`auth.unusable_${kind}`, { field: "token" });
  if (link.replacedAt) throw authError(`auth.replaced_${kind}`, { field: "token" });
  return link;
}

/** As lookAtLink, and uses it up, in the transaction of what it allows. */
export function useLink(db: Db, token: string, purposes: readonly LinkPurpose[], now: Instant) {
  const link = lookAtLink(db, token, purposes, now);
  db.update(links).set({ usedAt: now }).where(eq(links.id, link.id)).run();
  return link;
}

export function sweepLinks(db: Db, now: Instant): void {
  db.delete(links).where(lt(links.expiresAt, now)).run();
}
