import { and, desc, eq, gt, isNull, lte, ne, sql } from "drizzle-orm";
import type { Config } from "../../../config.ts";
import { type Db, named, native, prepared, write } from "../../../database/open.ts";
import { AppError } from "../../../errors.ts";
import { type Instant, plusDays } from "../../clock/clock.ts";
import { hashToken, newToken } from "../secrets.ts";
import { accounts, credentials, sessions, tokens } from "../table.ts";
import { lacksSecondStep } from "../twoFactor/twoFactor.ts";
import { rememberDevice } from "./devices.ts";

const seen = {
  id: accounts.id,
  role: accounts.role,
  name: accounts.name,
  surname: accounts.surname,
  email: accounts.email,
  address: accounts.address,
  maintenanceType: accounts.maintenanceType,
};

/** A session and whose it is, as it lies in the database. */
interface SessionRow extends Omit<SignedIn, "mustChangePassword" | "lacksSecondStep"> {
  sessionId: string;
  createdAt: Instant;
  lastSeenAt: Instant;
  until: Instant;
  mustChangePassword: 0 | 1;
}

/** Asked with every call, so that it is asked without making rows of rows. */
const findSession = prepared((db) => {
  const query = db
    .select(
      named({
        ...seen,
        sessionId: sessions.id,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        until: sessions.expiresAt,
        mustChangePassword: sql<0 | 1>`coalesce(${credentials.mustChange}, 0)`,
      }),
    )
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        gt(sessions.expiresAt, sql.placeholder("now")),
        isNull(accounts.removedAt),
      ),
    );
  const { statement, bind } = native<SessionRow>(db, query);
  return (tokenHash: string, now: Instant) => statement.get(...bind({ tokenHash, now }));
});

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
    .where(and(eq(tokens.tokenHash, sql.placeholder("tokenHash")), isNull(accounts.removedAt)))
    .prepare(),
);

/** Who is calling, as every procedure sees them. */
export interface SignedIn {
  id: string;
  role: (typeof accounts.$inferSelect)["role"];
  name: string;
  surname: string;
  email: string;
  address: string;
  maintenanceType: string | null;
  /** The session's id; null when a bearer token was used. */
  sessionId: string | null;
  /** When the session ends if nobody comes; null when a bearer token was used. */
  until: Instant | null;
  /** Somebody else chose their password: they choose one of their own first. */
  mustChangePassword: boolean;
  /** An admin who must set up a second step first. */
  lacksSecondStep: boolean;
}

type Lifetimes = Config["session"];

/** So long after now if nobody comes, and never past the absolute end counted from the sign-in. */
function expiry(createdAt: Instant, now: Instant, { idleDays, maxDays }: Lifetimes): Instant {
  const idle = plusDays(now, idleDays);
  const absolute = plusDays(createdAt, maxDays);
  if (idle < absolute) return idle;
  return absolute;
}

/** Starts a session and answers its token, the only time it is seen. */
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
  return token;
}

/** What signing in needs of a call's context. */
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

/**
 * Starts a new session for a person on this browser, which is known from now on; the one it had, if
 * any, ends.
 */
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

/** "Last seen" is written at most this often, so that reading stays reading. */
const hourMs = 3_600_000;

/** Whether it is time to write "last seen" again: also when a clock that was ahead was set back. */
const isLongAgo = (seen: Instant, now: Instant): boolean =>
  Math.abs(Date.parse(now) - Date.parse(seen)) > hourMs;

/** Notes that somebody was here. With a full disk or a busy database reading goes on without it. */
function noteVisit(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!/^SQLITE_(BUSY|FULL|READONLY|IOERR)/.test(String((error as { code?: string }).code)))
      throw error;
  }
}

/** Who holds this session token, or null. Being used keeps a session alive up to its absolute end. */
export function accountOfSession(
  db: Db,
  token: string,
  now: Instant,
  lifetimes: Lifetimes,
  address?: string,
): SignedIn | null {
  const row = findSession(db)(hashToken(token), now);
  if (!row) return null;
  const { createdAt, lastSeenAt } = row;
  if (isLongAgo(lastSeenAt, now)) {
    // Begun by a clock that was ahead, it would never end.
    const begun = createdAt < now ? createdAt : now;
    const expiresAt = expiry(begun, now, lifetimes);
    const seen = { createdAt: begun, lastSeenAt: now, expiresAt, ...(address && { address }) };
    noteVisit(() => db.update(sessions).set(seen).where(eq(sessions.id, row.sessionId)).run());
  }
  // Each by name: to spread the row costs as much as to find it.
  return {
    id: row.id,
    role: row.role,
    name: row.name,
    surname: row.surname,
    email: row.email,
    address: row.address,
    maintenanceType: row.maintenanceType,
    sessionId: row.sessionId,
    until: row.until,
    mustChangePassword: row.mustChangePassword === 1,
    lacksSecondStep: lacksSecondStep(db, row),
  };
}

/** Who holds this bearer token, or null. @throws auth.token_expired */
export function accountOfBearer(db: Db, token: string, now: Instant): SignedIn | null {
  const row = findBearer(db).get({ tokenHash: hashToken(token) });
  if (!row) return null;
  const { tokenId, lastUsedAt, expiresAt, mustChangePassword, ...account } = row;
  if (expiresAt <= now) throw new AppError("auth.token_expired");
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

/** For so long after signing in somebody at the device is taken for who signed in. */
const freshMs = 10 * 60_000;

/**
 * Whether somebody signed in a few minutes ago, or typed their password since; a token for programs is
 * no session.
 */
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

/** Notes that who signed in has typed their password again. */
export function confirmSession(db: Db, sessionId: string, now: Instant): void {
  db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, sessionId)).run();
}

export function endSession(db: Db, sessionId: string): void {
  db.delete(sessions).where(eq(sessions.id, sessionId)).run();
}

/** As many devices as a list of them is good for; signing out everywhere ends the others too. */
const mostDevices = 200;

/** A person's sessions that have not ended, the one seen last first. */
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

/** Ends a person's sessions, and with `andTokens` revokes their bearer tokens. `except` one session. */
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

/** Housekeeping: forgets sessions that ended by age. */
export function sweepSessions(db: Db, now: Instant): void {
  db.delete(sessions).where(lte(sessions.expiresAt, now)).run();
}
