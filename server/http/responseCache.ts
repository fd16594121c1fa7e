import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import type { FastifyInstance, FastifyReply } from "fastify";
import xxhash from "xxhash-wasm";
import type { Services } from "../api/procedures.ts";
import { committed } from "../database/groupCommit.ts";
import { versionInTurn } from "../database/version.ts";
import type { SignedIn } from "../platform/auth/sessions/sessions.ts";
import type { Instant } from "../platform/clock/clock.ts";
import { countHosts } from "../platform/hosts/hosts.ts";
import { tellAnswered } from "./logging.ts";
import { requestIdHeader } from "./requestGuards.ts";
import { type CachedResponse, createResponseCache, lasting } from "./responseCacheStore.ts";

/**
 * The queries whose answers may be kept: they are made of the database alone, of who asks and what
 * for; of no clock, no setting of the machine and nothing that is outside.
 */
export const cachedQueries: ReadonlySet<string> = new Set([
  ...["admin.fines.all", "admin.fines.one", "admin.maintenance.all", "admin.maintenance.history"],
  ...["admin.people.residents", "admin.people.staff", "admin.people.admins"],
  ...["admin.units.all", "admin.units.one", "admin.visitors.present"],
  ...["member.announcements.all", "member.building.details"],
  ...["resident.fines.mine", "resident.fines.one", "resident.fines.howToPay"],
  ...["resident.maintenance.mine", "resident.visitors.present", "resident.dashboard.messages"],
  ...["staff.maintenance.all", "staff.maintenance.history"],
]);

/** A larger answer is not kept, in bytes. */
const largest = 256e3;

/** What a request that reads has to do with kept answers. */
export interface CacheContext {
  key: string;
  /** Of the database before anything was read. */
  version: string;
  at: Instant;
  /** How many calls it makes, and how many of those may be kept. */
  calls: number;
  cacheable: number;
  /** By whom its pace is counted, and until when they are signed in. */
  who: string;
  /** To whom its bytes are charged, unless it is polled. */
  caller: string;
  polled: boolean;
  until: Instant | null;
  /** Who asks with a session's token: found by `find`, unless that is known of this version. */
  person: (token: string, find: () => SignedIn | null) => SignedIn | null;
}

declare module "node:http" {
  interface IncomingMessage {
    cacheContext?: CacheContext;
  }
}

/** Headers of one answer alone. */
const ofOne = new Set([requestIdHeader, "content-length"]);

/**
 * Everything that an answer may depend on besides the database. The cookies are the session: where it
 * ended, or its owner has another role, the database is another one too. What a proxy says counts, if at
 * all, by the address it comes from.
 */
function keyOf({ url, headers, socket }: IncomingMessage): string {
  const { host = "", cookie = "", authorization = "", accept = "" } = headers;
  const packing = headers["accept-encoding"];
  const forwarded = [headers["x-forwarded-proto"], headers["x-forwarded-host"]].join(" ");
  const proxy = forwarded === " " ? "" : `${forwarded} ${socket.remoteAddress}`;
  const { encrypted } = socket as Partial<TLSSocket>;
  const forms = [accept, packing, headers["trpc-accept"], headers["content-type"]];
  return [url, host, encrypted, cookie, authorization, ...forms, proxy].join("\n");
}

/**
 * Answers what was answered before, as long as nothing in the database has changed and the same
 * person asks the same; and 304 to who has that answer already (RFC 9110, 13.1.2).
 */
export async function cacheResponses(
  app: FastifyInstance,
  { db, now, rateLimits }: Services,
): Promise<void> {
  const { h32, h64, h64Raw } = await xxhash();
  const seed = randomBytes(8).readBigUInt64LE();
  /**
   * Names an answer by what it says, so that it stays the same when something else changed. A plain
   * hash, which is cheap, is enough with a seed that nobody can know.
   */
  const tagOf = (payload: string | Buffer) => {
    const read = typeof payload === "string" ? h64(payload, seed) : h64Raw(payload, seed);
    return `"${read.toString(36)}"`;
  };
  const cache = createResponseCache(h32);

  function store(
    cacheContext: CacheContext,
    reply: FastifyReply,
    payload: string | Buffer,
    etag: string,
  ) {
    const { key, at, who, caller, polled, calls, until } = cacheContext;
    const body = typeof payload === "string" ? Buffer.from(payload) : payload;
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !ofOne.has(name));
    cache.store(key, {
      ...lasting(at, until),
      who,
      caller,
      polled,
      calls,
      body,
      etag,
      route: reply.request.routeOptions.url,
      headers: headers.flatMap(([name, value]) => [name, String(value)]),
    });
  }

  /** The version, nothing of an older one is kept for; null where it cannot be read, of which the call itself tells. */
  function settled(): string | null {
    try {
      const version = versionInTurn(db)();
      cache.moveTo(version);
      return version;
    } catch {
      return null;
    }
  }

  /** Answers a request with what is kept; else notes what its answer has to do with that. */
  function answered(request: IncomingMessage, response: ServerResponse): boolean {
    if (!mayBeCached(request)) return false;
    const version = settled();
    if (version === null) return false;
    const { at } = now();
    const key = keyOf(request);
    const answer = cache.answer(key, at);
    if (!answer) {
      const person = cache.personAt(at);
      const nobody = { who: "", caller: "", polled: false, until: null };
      request.cacheContext = { key, version, at, calls: 1, cacheable: 0, person, ...nobody };
      return false;
    }
    if (closing || committed(db.$client) || !mayTake(answer)) return false;
    const begun = performance.now();
    const id = randomUUID();
    const headers = [...answer.headers, requestIdHeader, id];
    if (request.headers["if-none-match"] === answer.etag) response.writeHead(304, headers).end();
    else {
      headers.push("content-length", String(answer.body.length));
      response.writeHead(200, headers).end(answer.body);
      if (!answer.polled) rateLimits.sending.charge(answer.caller, answer.body.length);
    }
    tellAnswered(app.log, { id, route: answer.route, status: response.statusCode, begun });
    return true;
  }

  /** Who asks too fast is refused by the call itself, in its words. */
  const mayTake = ({ who, calls, caller, polled }: CachedResponse): boolean => {
    try {
      if (!polled) rateLimits.sending.take(caller, 0);
      rateLimits.reading.take(who, calls);
      return true;
    } catch {
      return false;
    }
  };

  // Before all of Fastify, which costs as much again as everything that is done here.
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  const [others] = app.server.listeners("request") as RequestListener[];
  app.server.removeAllListeners("request").on("request", (request, response) => {
    if (!answered(request, response)) others?.(request, response);
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const { cacheContext } = request.raw;
    if (cacheContext?.version !== cache.version() || !isCacheable(cacheContext, reply.statusCode))
      return done();
    if (reply.hasHeader("set-cookie")) return done();
    // Of a stream nobody knows the end.
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done();
    const etag = tagOf(payload);
    void reply.header("etag", etag);
    if (payload.length <= largest && cache.isRepeated(cacheContext.key))
      store(cacheContext, reply, payload, etag);
    if (request.headers["if-none-match"] !== etag) return done();
    void reply.code(304);
    done(null, null);
  });
}

/** A plain question for something that people read; all else is none of this. */
function mayBeCached(request: IncomingMessage): boolean {
  const { method, url = "", headers } = request;
  if (method !== "GET" || !/^\/api\/(trpc|property)\//.test(url)) return false;
  // What has a body, or a fault, is looked at as everything is.
  return countHosts(request) === 1 && !bodily.some((name) => name in headers);
}
const bodily = ["content-length", "transfer-encoding"];

const isCacheable = ({ calls, cacheable, who }: CacheContext, status: number): boolean =>
  status === 200 && who !== "" && cacheable > 0 && cacheable === calls;
