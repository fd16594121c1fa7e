import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Db, prepared } from "./db.ts";
import type { Instant } from "./platform/clock/clock.ts";
import type { House } from "./trpc.ts";

/**
 * The queries whose answers may be kept: they are made of the database alone, of who asks and what
 * for; of no clock, no setting of the machine and nothing that is outside.
 */
export const keptQueries: ReadonlySet<string> = new Set([
  ...["admin.fines.all", "admin.fines.one", "admin.maintenance.all", "admin.maintenance.history"],
  ...["admin.people.residents", "admin.people.staff", "admin.people.admins"],
  ...["admin.units.all", "admin.units.one", "admin.visitors.present"],
  ...["member.announcements.all", "member.building.details"],
  ...["resident.fines.mine", "resident.fines.one", "resident.fines.howToPay"],
  ...["resident.maintenance.mine", "resident.visitors.present"],
  ...["staff.maintenance.all", "staff.maintenance.history"],
]);

/** For so long at most, so that whoever looks on is seen to be there. */
const keptMs = 60_000;
/** All answers together, and a single one, in bytes. */
const mostBytes = 8e6;
const largest = 256e3;
/** So many questions that were asked once are remembered. */
const mostAsked = 2_000;

/** What a request that reads has to do with kept answers. */
export interface Keeping {
  key: string;
  /** Of the database before anything was read. */
  version: string;
  at: Instant;
  /** How many calls it makes, and how many of those may be kept. */
  calls: number;
  keepable: number;
  /** By whom its pace is counted, and until when they are signed in. */
  who: string;
  until: Instant | null;
}

interface Kept extends Pick<Keeping, "at" | "who"> {
  until: Instant;
  body: Buffer;
  headers: Record<string, string>;
}

declare module "fastify" {
  interface FastifyRequest {
    keeping: Keeping | null;
  }
}

/** Changes with every change of the database: one number for our own, one for those of other programs. */
const versionOf = prepared((db: Db) => {
  const own = db.$client.prepare<[], number>("SELECT total_changes()").pluck();
  const others = db.$client.prepare<[], number>("PRAGMA data_version").pluck();
  return () => `${own.get()}-${others.get()}`;
});

/** Versions are counted anew with every start. */
const thisRun = randomUUID();

/** What stays the same as long as somebody is answered the same: cheaper than to look at the answer. */
const etagOf = ({ version, who }: Keeping) => `"${thisRun}-${version}-${who}"`;

/** The version; null where it cannot be read, of which the call itself then tells. */
function versionIn(db: Db): string | null {
  try {
    return versionOf(db)();
  } catch {
    return null;
  }
}

/**
 * Everything that an answer may depend on besides the database. The cookies are the session: where it
 * ended, or its owner has another role, the database is another one too.
 */
function keyOf({ url, protocol, headers }: FastifyRequest): string {
  const { cookie = "", authorization = "", accept = "" } = headers;
  return [url, protocol, cookie, authorization, accept, headers["trpc-accept"] ?? ""].join("\n");
}

/**
 * Answers what was answered before, as long as nothing in the database has changed and the same
 * person asks the same; and 304 to who has that answer already (RFC 9110, 13.1.2).
 */
export function keepAnswers(app: FastifyInstance, { db, now, paces }: House): void {
  const answers = new Map<string, Kept>();
  let bytes = 0;
  /** What was asked once: only who asks again is likely to ask a third time. */
  const asked = new Set<string>();
  /** Of which version they all are. */
  let current = "";
  const forget = (key: string) => {
    bytes -= answers.get(key)?.body.length ?? 0;
    answers.delete(key);
  };

  const asksAgain = (key: string): boolean => {
    if (asked.has(key)) return true;
    if (asked.size >= mostAsked) asked.clear();
    asked.add(key);
    return false;
  };

  function keep(keeping: Keeping, reply: FastifyReply, payload: string | Buffer, etag: string) {
    const { key, at, who, until } = keeping;
    const body = typeof payload === "string" ? Buffer.from(payload) : payload;
    const headers = { "content-type": String(reply.getHeader("content-type")), etag };
    const vary = reply.getHeader("vary");
    const end = new Date(Date.parse(at) + keptMs).toISOString();
    forget(key);
    bytes += body.length;
    answers.set(key, {
      ...{ at, who, body },
      until: until && until < end ? until : end,
      headers: { ...headers, ...(vary && { vary: String(vary) }) },
    });
    for (const [oldest] of answers) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  }

  app.decorateRequest("keeping", null);
  // Hooks that call on: one that is awaited costs as much as a small answer.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.method !== "GET" || !/^\/api\/(trpc|property)\//.test(request.url)) return done();
    const version = versionIn(db);
    if (version === null) return done();
    if (version !== current) {
      answers.clear();
      asked.clear();
      bytes = 0;
      current = version;
    }
    const { at } = now();
    const key = keyOf(request);
    const kept = answers.get(key);
    if (!kept || at < kept.at || at >= kept.until) {
      forget(key);
      const who = { who: "", until: null };
      request.keeping = { key, version, at, calls: 1, keepable: 0, ...who };
      return done();
    }
    paces.reading.take(kept.who);
    // Those that were not asked for longest stand in front.
    answers.delete(key);
    answers.set(key, kept);
    void reply.headers(kept.headers);
    if (request.headers["if-none-match"] === kept.headers.etag) void reply.code(304).send();
    else void reply.send(kept.body);
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const { keeping } = request;
    if (keeping?.version !== current || !mayKeep(keeping, reply.statusCode)) return done();
    if (reply.hasHeader("set-cookie")) return done();
    // Of a stream nobody knows the end.
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done();
    if (payload.length > largest) return done();
    const etag = etagOf(keeping);
    if (asksAgain(keeping.key)) keep(keeping, reply, payload, etag);
    void reply.header("etag", etag);
    if (request.headers["if-none-match"] !== etag) return done();
    void reply.code(304);
    done(null, null);
  });
}

const mayKeep = ({ calls, keepable, who }: Keeping, status: number): boolean =>
  status === 200 && who !== "" && keepable > 0 && keepable === calls;
