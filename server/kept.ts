import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import type { FastifyInstance, FastifyReply } from "fastify";
import xxhash from "xxhash-wasm";
import { committed } from "./commits.ts";
import { requestIdHeader } from "./guards.ts";
import { tellAnswered } from "./logging.ts";
import type { SignedIn } from "./platform/auth/sessions.ts";
import type { Instant } from "./platform/clock/clock.ts";
import type { House } from "./trpc.ts";
import { versionInTurn } from "./version.ts";

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
/** All answers together, and a single one, in bytes; and what one takes besides its body and its question. */
const mostBytes = 8e6;
const largest = 256e3;
const besides = 1_000;
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
  etag: string;
  /** Names and values in turn, but for what is of the one answer alone. */
  headers: string[];
  /** The pattern of its address, for the log. */
  route: string | undefined;
}

declare module "node:http" {
  interface IncomingMessage {
    keeping?: Keeping;
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
  const said = [headers["x-forwarded-proto"], headers["x-forwarded-host"]].join(" ");
  const proxy = said === " " ? "" : `${said} ${socket.remoteAddress}`;
  const { encrypted } = socket as Partial<TLSSocket>;
  const forms = [accept, headers["trpc-accept"], headers["content-type"]];
  return [url, host, encrypted, cookie, authorization, ...forms, proxy].join("\n");
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
    const kept = answers.get(key);
    if (!kept) return;
    bytes -= weightOf(key, kept.body);
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
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !ofOne.has(name));
    const route = reply.request.routeOptions.url;
    forget(key);
    bytes += weightOf(key, body);
    answers.set(key, {
      ...{ ...lasting(at, until), who, body, etag, route },
      headers: headers.flatMap(([name, value]) => [name, String(value)]),
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

  /** The version, nothing of an older one is kept for; null where it cannot be read, of which the call itself tells. */
  function settled(): string | null {
    try {
      const version = versionInTurn(db)();
      if (version !== current) {
        answers.clear();
        asked.clear();
        people.clear();
        bytes = 0;
        current = version;
      }
      return version;
    } catch {
      return null;
    }
  }

  /** Answers a request with what is kept; else notes what its answer has to do with that. */
  function answered(request: IncomingMessage, response: ServerResponse): boolean {
    if (!asksForKeeping(request)) return false;
    const version = settled();
    if (version === null) return false;
    const { at } = now();
    const key = keyOf(request);
    const kept = answers.get(key);
    if (!holds(kept, at)) {
      forget(key);
      const person = personAt(at);
      const who = "";
      request.keeping = { key, version, at, calls: 1, keepable: 0, who, until: null, person };
      return false;
    }
    if (closing || committed(db.$client) || !mayTake(kept.who)) return false;
    const begun = performance.now();
    const id = randomUUID();
    const headers = [...kept.headers, requestIdHeader, id];
    if (request.headers["if-none-match"] === kept.etag) response.writeHead(304, headers).end();
    else {
      headers.push("content-length", String(kept.body.length));
      response.writeHead(200, headers).end(kept.body);
    }
    tellAnswered(app.log, { id, route: kept.route, status: response.statusCode, begun });
    return true;
  }

  /** Who asks too fast is refused by the call itself, in its words. */
  const mayTake = (who: string): boolean => {
    try {
      paces.reading.take(who);
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
    const { keeping } = request.raw;
    if (keeping?.version !== current || !mayKeep(keeping, reply.statusCode)) return done();
    if (reply.hasHeader("set-cookie")) return done();
    // Of a stream nobody knows the end.
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done();
    if (payload.length > largest) return done();
    const etag = tagOf(payload);
    void reply.header("etag", etag);
    if (asksAgain(keeping.key)) keep(keeping, reply, payload, etag);
    if (request.headers["if-none-match"] !== etag) return done();
    void reply.code(304);
    done(null, null);
  });
}

const weightOf = (key: string, body: Buffer): number => key.length + body.length + besides;

/** For a minute, or as long as the session if that is shorter. */
function lasting(at: Instant, until: Instant | null): Lasting {
  const end = new Date(Date.parse(at) + keptMs).toISOString();
  return { at, until: until && until < end ? until : end };
}

/** Not before it began either: a clock may be set back. */
const holds = <What extends Lasting>(what: What | undefined, at: Instant): what is What =>
  what !== undefined && at >= what.at && at < what.until;

/** A plain question for something that people read; all else is none of this. */
function asksForKeeping({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "GET" || !/^\/api\/(trpc|property)\//.test(url)) return false;
  // What has a body, or a fault, is looked at as everything is.
  return headers.host !== undefined && !bodily.some((name) => name in headers);
}
const bodily = ["content-length", "transfer-encoding"];

const mayKeep = ({ calls, keepable, who }: Keeping, status: number): boolean =>
  status === 200 && who !== "" && keepable > 0 && keepable === calls;
