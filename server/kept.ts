import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import xxhash from "xxhash-wasm";
import { type Db, prepared } from "./db.ts";
import type { SignedIn } from "./platform/auth/sessions.ts";
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
/** So many questions that were asked once are remembered, and so many people who asked. */
const mostAsked = 2_000;
const mostPeople = 2_000;

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
  /** Who asks with a session's token: found by `find`, unless that is known of this version. */
  person: (token: string, find: () => SignedIn | null) => SignedIn | null;
}

/** What holds from one moment to another. */
interface Lasting {
  at: Instant;
  until: Instant;
}

interface Kept extends Lasting {
  who: string;
  body: Buffer;
  headers: Record<string, string>;
}

declare module "fastify" {
  interface FastifyRequest {
    keeping: Keeping | null;
  }
}

/**
 * Changes with every change of the database: one number for our own, one for those of other programs.
 * The latter, which takes SQLite's locks, is read once in a turn of the event loop: what is answered in
 * the same turn was asked before it began, and so before whatever another program changes meanwhile.
 */
const versionOf = prepared((db: Db) => {
  const own = db.$client.prepare<[], number>("SELECT total_changes()").pluck();
  const others = db.$client.prepare<[], number>("PRAGMA data_version").pluck();
  let seen: number | undefined;
  const forget = () => {
    seen = undefined;
  };
  return () => {
    const ours = own.get();
    if (seen === undefined) {
      seen = others.get();
      setImmediate(forget);
    }
    return `${ours}-${seen}`;
  };
});

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
export async function keepAnswers(app: FastifyInstance, { db, now, paces }: House): Promise<void> {
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
  const answers = new Map<string, Kept>();
  let bytes = 0;
  /** Whose sessions these are: all who ask, and most ask for several things at a time. */
  const people = new Map<string, Lasting & { account: SignedIn }>();
  /**
   * What was asked once: only who asks again is likely to ask a third time. As numbers, since texts that
   * live for a while pile up until V8 looks for them; taken for one another they do no harm.
   */
  const asked = new Set<number>();
  /** Of which version they all are. */
  let current = "";
  const forget = (key: string) => {
    bytes -= answers.get(key)?.body.length ?? 0;
    answers.delete(key);
  };

  const asksAgain = (key: string): boolean => {
    const number = h32(key) | 0;
    if (asked.has(number)) return true;
    if (asked.size >= mostAsked) asked.clear();
    asked.add(number);
    return false;
  };

  function keep(keeping: Keeping, reply: FastifyReply, payload: string | Buffer, etag: string) {
    const { key, at, who, until } = keeping;
    const body = typeof payload === "string" ? Buffer.from(payload) : payload;
    const headers = { "content-type": String(reply.getHeader("content-type")), etag };
    const vary = reply.getHeader("vary");
    forget(key);
    bytes += body.length;
    answers.set(key, {
      ...{ ...lasting(at, until), who, body },
      headers: { ...headers, ...(vary && { vary: String(vary) }) },
    });
    for (const [oldest] of answers) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  }

  const personAt =
    (at: Instant): Keeping["person"] =>
    (token, find) => {
      const known = people.get(token);
      if (holds(known, at)) return known.account;
      const account = find();
      if (people.size >= mostPeople) people.clear();
      if (account) people.set(token, { ...lasting(at, account.until), account });
      return account;
    };

  app.decorateRequest("keeping", null);
  // Hooks that call on: one that is awaited costs as much as a small answer.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.method !== "GET" || !/^\/api\/(trpc|property)\//.test(request.url)) return done();
    const version = versionIn(db);
    if (version === null) return done();
    if (version !== current) {
      answers.clear();
      asked.clear();
      people.clear();
      bytes = 0;
      current = version;
    }
    const { at } = now();
    const key = keyOf(request);
    const kept = answers.get(key);
    if (!holds(kept, at)) {
      forget(key);
      const person = personAt(at);
      const who = "";
      request.keeping = { key, version, at, calls: 1, keepable: 0, who, until: null, person };
      return done();
    }
    paces.reading.take(kept.who);
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
    const etag = tagOf(payload);
    if (asksAgain(keeping.key)) keep(keeping, reply, payload, etag);
    void reply.header("etag", etag);
    if (request.headers["if-none-match"] !== etag) return done();
    void reply.code(304);
    done(null, null);
  });
}

/** For a minute, or as long as the session if that is shorter. */
function lasting(at: Instant, until: Instant | null): Lasting {
  const end = new Date(Date.parse(at) + keptMs).toISOString();
  return { at, until: until && until < end ? until : end };
}

/** Not before it began either: a clock may be set back. */
const holds = <What extends Lasting>(what: What | undefined, at: Instant): what is What =>
  what !== undefined && at >= what.at && at < what.until;

const mayKeep = ({ calls, keepable, who }: Keeping, status: number): boolean =>
  status === 200 && who !== "" && keepable > 0 && keepable === calls;
