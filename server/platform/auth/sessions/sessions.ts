import { and, desc, eq, gt, isNull, lte, ne, notInArray, sql } from "drizzle-orm";
import type { Config } from "../../../config.ts";
import { type Db, oncePerDatabase, prepared, write } from "../../../database/open.ts";
import { versionOf } from "../../../database/version.ts";
import { type Instant, plusDays } from "../../clock/clock.ts";
import { authError } from "../errors.ts";
import { hashToken, newToken } from "../secrets.ts";
import { accounts, credentials, sessions, tokens } from "../table.ts";
import { lacksSecondStep } from "../twoFactor/twoFactor.ts";
import { rememberDevice } from "./devices.ts";

const seen = { id: accounts.id, role: accounts.role, maintenanceType: accounts.maintenanceType };

type SessionRow = NonNullable<ReturnType<ReturnType<typeof findSession>["get"]>>;

const findSession = prepared((db) =>
  db
    .select({
      ...seen,
      sessionId: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      until: sessions.expiresAt,
      mustChangePassword: credentials.mustChange,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        gt(sessions.expiresAt, sql.placeholder("now")),
        isNull(accounts.removedAt),
      ),
    ),
);

/** The sessions that were found since the database changed last, because every call asks for one. */
const known = oncePerDatabase(() => ({ version: "", found: new Map<string, SessionRow>() }));

function sessionOf(db: Db, tokenHash: string, now: Instant): SessionRow | undefined {
  const find = () => findSession(db).get({ tokenHash, now });
  // What is not committed yet may still be undone.
  if (db.$client.inTransaction) return find();
  const memory = known(db);
  const version = versionOf(db);
  if (memory.version !== version) memory.found.clear();
  memory.version = version;
  const row = memory.found.get(tokenHash);
  if (row && row.until > now) return row;
  const found = find();
  if (found) memory.found.set(tokenHash, found);
  return found;
}

const findBearer = prepared((db) =>
  db
    .select({
      ...seen,
      tokenId: tokens.id,
      lastUsedAt: tokens.lastUsedAt,
      expiresAt: tokens.expiresAt,
      mustChangePassword: credentials.mustChange,
    })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(eq(tokens.tokenHash, sql.placeholder("tokenHash")), isNull(accounts.removedAt))),
);

/** The caller, as procedures see them. Names and contacts are in the features' table of people. */
export interface SignedIn {
  id: string;
  role: (typeof accounts.$inferSelect)["role"];
  maintenanceType: string | null;
  sessionId: string | null;
  /** When the session ends if it is not used; null when a bearer token was used. */
  until: Instant | null;
  /** Somebody else chose their password, so they must first choose their own. */
  mustChangePassword: boolean;
  /** An admin who must first set up a second factor. */
  lacksSecondStep: boolean;
}

type Lifetimes = Config["session"];

/** The end of a session: `idleDays` from now, but at most `maxDays` after the sign-in. */
function expiry(createdAt: Instant, now: Instant, { idleDays, maxDays }: Lifetimes): Instant {
  const idle = plusDays(now, idleDays);
  const absolute = plusDays(createdAt, maxDays);
  return idle < absolute ? idle : absolute;
}

/** How many sessions a person keeps: the newest. Nobody has so many devices. */
const mostSessions = 50;

/** Starts a session and returns its token, which is not stored. */
export function startSession(
  db: Db,
  accountId: string,
  now: Instant,
  lifetimes: Lifetimes,
  { userAgent = "", address = "" } = {},
): string {
  const token = newToken();
  db.insert(sessions)
    .values({
      accountId,
      tokenHash: hashToken(token),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: expiry(now, now, lifetimes),
      userAgent: userAgent.slice(0, 200),
      address,
    })
    .run();
  db.delete(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        notInArray(
          sessions.id,
          db
            .select({ id: sessions.id })
            .from(sessions)
            .where(eq(sessions.accountId, accountId))
            .orderBy(desc(sessions.id))
            .limit(mostSessions),
        ),
      ),
    )
    .run();
  return token;
}

interface Entering {
  db: Db;
  config: { session: Lifetimes };
  account: { sessionId: string | null } | null;
  by: { origin: string };
  userAgent: string;
  deviceToken: string | null;
  now: () => { at: Instant };
  setSessionCookie: (token: string) => void;
  setDeviceCookie: (token: string) => void;
}

/** Starts a new session on this browser, remembers the browser, and ends its previous session. */
export function enter(ctx: Entering, accountId: string): void {
  const { db, account, config, userAgent, deviceToken } = ctx;
  const { at } = ctx.now();
  const [session, device] = write(db, () => {
    if (account?.sessionId) endSession(db, account.sessionId);
    const where = { userAgent, address: ctx.by.origin };
    return [
      startSession(db, accountId, at, config.session, where),
      rememberDevice(db, accountId, deviceToken, at),
    ] as const;
  });
  ctx.setSessionCookie(session);
  ctx.setDeviceCookie(device);
}

/** "Last seen" is written at most once in this time, so that reads rarely cause writes. */
const hourMs = 3_600_000;

/** Whether to write "last seen" again, also after a clock that was ahead was set back. */
const isLongAgo = (seen: Instant, now: Instant): boolean =>
  Math.abs(Date.parse(now) - Date.parse(seen)) > hourMs;

function noteVisit(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!/^SQLITE_(BUSY|FULL|READONLY|IOERR)/.test(String((error as { code?: string }).code)))
      throw error;
  }
}

/** The account of this session token, or null. Use extends a session up to its absolute end. */
export function accountOfSession(
  db: Db,
  token: string,
  now: Instant,
  lifetimes: Lifetimes,
  address?: string,
): SignedIn | null {
  const row = sessionOf(db, hashToken(token), now);
  if (!row) return null;
  const { createdAt, lastSeenAt } = row;
  if (isLongAgo(lastSeenAt, now)) {
    // If the clock was ahead at the sign-in, the session would otherwise never end.
    const begun = createdAt < now ? createdAt : now;
    const expiresAt = expiry(begun, now, lifetimes);
    const seen = { createdAt: begun, lastSeenAt: now, expiresAt, ...(address && { address }) };
    noteVisit(() => db.update(sessions).set(seen).where(eq(sessions.id, row.sessionId)).run());
  }
  // Field by field, because spreading the row costs as much as finding it.
  return {
    id: row.id,
    role: row.role,
    maintenanceType: row.maintenanceType,
    sessionId: row.sessionId,
    until: row.until,
    mustChangePassword: row.mustChangePassword ?? false,
    lacksSecondStep: lacksSecondStep(db, row),
  };
}

/** The account of this bearer token, or null. @throws auth.token_expired */
export function accountOfBearer(db: Db, token: string, now: Instant): SignedIn | null {
  const row = findBearer(db).get({ tokenHash: hashToken(token) });
  if (!row) return null;
  const { tokenId, lastUsedAt, expiresAt, mustChangePassword, ...account } = row;
  if (expiresAt <= now) throw authError("auth.token_expired");
  if (!lastUsedAt || isLongAgo(lastUsedAt, now))
    noteVisit(() => db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, tokenId)).run());
  return {
    ...account,
    sessionId: null,
    until: null,
    mustChangePassword: mustChangePassword ?? false,
    lacksSecondStep: lacksSecondStep(db, account),
  };
}

/** How long after a sign-in no password is required again, in milliseconds. */
const freshMs = 10 * 60_000;

/** Whether somebody signed in or typed their password minutes ago. Not with a bearer token. */
export function isFresh(db: Db, sessionId: string | null, now: Instant): boolean {
  if (sessionId === null) return false;
  const times = db
    .select({ createdAt: sessions.createdAt, confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .get();
  const isRecent = (at: Instant | null | undefined) =>
    at != null && Math.abs(Date.parse(now) - Date.parse(at)) < freshMs;
  return isRecent(times?.createdAt) || isRecent(times?.confirmedAt);
}

export function confirmSession(db: Db, sessionId: string, now: Instant): void {
  db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, sessionId)).run();
}

export function endSession(db: Db, sessionId: string): void {
  db.delete(sessions).where(eq(sessions.id, sessionId)).run();
}

/** The most sessions that are listed. Signing out everywhere ends the others too. */
const mostDevices = 200;

export const sessionsOf = (db: Db, accountId: string, now: Instant) =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(mostDevices)
    .all();

/** Ends a person's sessions except one, and with `andTokens` also revokes their bearer tokens. */
export function endSessionsOf(
  db: Db,
  accountId: string,
  { except = "", andTokens = false }: { except?: string | null; andTokens?: boolean } = {},
): void {
  db.delete(sessions)
    .where(and(eq(sessions.accountId, accountId), ne(sessions.id, except ?? "")))
    .run();
  if (andTokens) db.delete(tokens).where(eq(tokens.accountId, accountId)).run();
}

export function sweepSessions(db: Db, now: Instant): void {
  db.delete(sessions).where(lte(sessions.expiresAt, now)).run();
}
