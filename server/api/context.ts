import type { FastifyReply, FastifyRequest } from "fastify";
import { small } from "../http/backpressure.ts";
import { bearerOf } from "../http/requestGuards.ts";
import { isEncrypted } from "../http/tlsAndPlainServer.ts";
import { isGuard } from "../platform/auth/accounts.ts";
import { deviceDays } from "../platform/auth/sessions/devices.ts";
import {
  accountOfBearer,
  accountOfSession,
  type SignedIn,
} from "../platform/auth/sessions/sessions.ts";
import { halfWaySeconds } from "../platform/auth/twoFactor/pendingSignIn.ts";
import type { Services } from "../services.ts";
import { BatchRoom } from "./batchRoom.ts";
import { declared } from "./declared.ts";
import type { Context } from "./procedures.ts";

/** Clients cannot forge it: it comes from our TLS, the configured address, or a trusted proxy. */
function isHttps({ config }: Services, request: FastifyRequest): boolean {
  if (config.https) return isEncrypted(request);
  if (config.origin) return config.origin.startsWith("https:");
  return config.trustProxy !== false && request.protocol === "https";
}

function callerOf(services: Services, request: FastifyRequest, cookie: string): SignedIn | null {
  const { db, config, now } = services;
  const bearer = bearerOf(request);
  if (bearer) return accountOfBearer(db, bearer, now().at);
  const token = request.cookies[cookie];
  if (!token) return null;
  return accountOfSession(db, token, now().at, config.session, request.ip);
}

/** Admins may create more, because one may have to sign up a whole building, and guards let everybody in. */
export const creationsPerDay = (
  { creationsPerDay: most }: Services["config"],
  who: Pick<SignedIn, "role" | "maintenanceType"> | null,
) => (who && (who.role === "Admin" || isGuard(who)) ? 20 * most : most);

/** The context for calls that arrive together. @throws request.too_many */
export function contextOf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  calls = 1,
): Context {
  const https = isHttps(services, request);
  // Over plain HTTP browsers would reject a cookie with such a name.
  const [cookie, deviceCookie, halfWayCookie] = https
    ? (["__Host-sid", "__Host-device", "__Host-half"] as const)
    : (["sid", "device", "half"] as const);
  const account = callerOf(services, request, cookie);
  const { reading, changing, sending } = services.rateLimits;
  const rateLimit = request.method === "GET" ? reading : changing;
  // A person, however many sessions and tokens they have.
  const caller = account?.id ?? request.ip;
  rateLimit.take(caller, calls);
  const { raw } = request;
  raw.caller = caller;
  const { polled = false } = request.routeOptions.config;
  const reader = {
    admit: () => {
      sending.take(caller, 0);
      services.unsent.admit(caller);
    },
    charge: (bytes: number) => {
      sending.charge(caller, bytes);
      raw.charged = (raw.charged ?? 0) + bytes;
      if (raw.charged >= small && !reply.raw.headersSent) services.unsent.note(reply, raw.charged);
    },
  };
  if (!polled) sending.take(caller, 0);
  const key = request.headers["idempotency-key"];
  const userAgent = request.headers["user-agent"] ?? "";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: https } as const;
  /** Sets a cookie for `maxAge` seconds, or deletes it if the token is null. */
  const keep = (name: string, token: string | null, maxAge: number) =>
    void (token === null
      ? reply.clearCookie(name, options)
      : reply.setCookie(name, token, { ...options, maxAge }));
  // Spreading the services would cost as much as finding the session.
  return {
    declared,
    config: services.config,
    db: services.db,
    weather: services.weather,
    certificates: services.certificates,
    backups: services.backups,
    readList: services.readList,
    health: services.health,
    rateLimits: services.rateLimits,
    unsent: services.unsent,
    live: services.live,
    origin: services.origin,
    now: services.now,
    account,
    accountNow: () => callerOf(services, request, cookie),
    calls,
    batch: calls > 1 ? new BatchRoom(calls) : null,
    reader,
    subject: account,
    by: {
      accountId: account?.id ?? null,
      origin: request.ip,
      userAgent,
      creationsPerDay: creationsPerDay(services.config, account),
      requestKey: typeof key === "string" ? key.slice(0, 200) : undefined,
    },
    acceptsFirstPassword: false,
    userAgent,
    deviceToken: request.cookies[deviceCookie] ?? null,
    setDeviceCookie: (token) => keep(deviceCookie, token, deviceDays * 86_400),
    halfWayToken: request.cookies[halfWayCookie] ?? null,
    setHalfWayCookie: (token) => keep(halfWayCookie, token, halfWaySeconds),
    afterAnswer: (work) =>
      void reply.raw.once("close", () => {
        Promise.resolve()
          .then(work)
          .catch((error) =>
            request.log.error({ err: error }, "what was left to do after the answer failed"),
          );
      }),
    setSessionCookie: (token) => keep(cookie, token, services.config.session.maxDays * 86_400),
  };
}
