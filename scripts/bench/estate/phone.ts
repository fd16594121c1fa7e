import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Tally } from "./tally.ts";

/** A tRPC call: its path and its input. */
export type Call = readonly [path: string, input?: unknown];

interface Answer {
  status: number;
  body: string;
}

/** The server refused the request. */
export class Refused extends Error {
  constructor(readonly status: number) {
    super(`It answered ${status}`);
  }
}

/** The longest a person waits for a response. */
const patienceMs = 30_000;

/**
 * One person's browser, with its own connections that stay open, its own address, its cookie and
 * its cache.
 */
export function createPhone(url: string, address: string, tally: Tally, token = "") {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const { hostname, port } = new URL(url);
  const tags = new Map<string, string>();
  let cookie = token && `sid=${token}`;
  let requestCount = 0;

  async function ask(
    method: "GET" | "POST",
    path: string,
    body?: Buffer | string,
    type = "application/json",
  ): Promise<Answer> {
    requestCount += 1;
    const tag = method === "GET" && tags.get(path);
    const headers = {
      cookie,
      "x-forwarded-for": address,
      "sec-fetch-site": "same-origin",
      ...(body !== undefined && {
        "content-type": type,
        "content-length": Buffer.byteLength(body),
      }),
      ...(tag && { "if-none-match": tag }),
      ...(method === "POST" && { "idempotency-key": randomUUID() }),
    };
    const response = await new Promise<Answer & { headers: NodeJS.Dict<string | string[]> }>(
      (resolve, reject) => {
        const sent = request({ hostname, port, agent, method, path, headers }, (answer) => {
          text(answer).then(
            (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
            reject,
          );
        });
        sent.setTimeout(patienceMs, () => sent.destroy(new Error("No answer for too long")));
        sent.once("error", reject);
        sent.end(body);
      },
    );
    const { status, headers: responseHeaders } = response;
    for (const each of responseHeaders["set-cookie"] ?? [])
      if (each.startsWith("sid=")) cookie = each.split(";")[0] ?? "";
    if (responseHeaders.etag && !String(responseHeaders["cache-control"]).includes("no-store"))
      tags.set(path, String(responseHeaders.etag));
    if (status >= 400) throw new Refused(status);
    return response;
  }

  const phone = {
    get: (path: string) => ask("GET", path),
    /** Reads a screen's queries in one request, as client/links.ts does. Responses are got by place. */
    async read(calls: readonly Call[]) {
      const { status, body } = await ask("GET", addressOf(calls));
      // At least one of them was refused.
      if (status === 207) throw new Refused(status);
      // Parses only what the caller asks for, to spare the load generator's processor.
      return (place: number) => JSON.parse(body)[place].result.data;
    },
    /** Makes a change; returns its response. */
    async change([path, input]: Call) {
      const { body } = await ask("POST", `/api/trpc/${path}`, JSON.stringify(input));
      return JSON.parse(body).result.data;
    },
    send: (path: string, body: Buffer, type: string) => ask("POST", path, body, type),
    /**
     * Does something as this person, counts it and measures its time; returns whether it worked.
     */
    async does(what: string, work: (phone: Phone) => Promise<unknown>): Promise<boolean> {
      const kind = tally.kind(what);
      const [begun, before] = [performance.now(), requestCount];
      try {
        await work(phone);
        kind.times.push(performance.now() - begun);
        return true;
      } catch (error) {
        if (error instanceof Refused)
          kind.refused.set(error.status, (kind.refused.get(error.status) ?? 0) + 1);
        else kind.broken += 1;
        return false;
      } finally {
        kind.requests += requestCount - before;
      }
    },
    /** Hears of changes, as a tab does, until `close`. */
    listen(heard: () => void): void {
      const path = "/api/trpc/member.live.events";
      const headers = { cookie, "x-forwarded-for": address, accept: "text/event-stream" };
      request({ hostname, port, agent, path, headers }, (answer) => {
        if (answer.statusCode !== 200) tally.kind("listens").broken += 1;
        answer.setEncoding("utf8").on("data", (text: string) => {
          if (/"topic":"(?!begin)/.test(text)) heard();
        });
        answer.once("error", () => undefined);
      })
        .once("error", () => undefined)
        .end();
    },
    /** Closes the connections. */
    close: () => agent.destroy(),
  };
  return phone;
}

export interface Phone {
  get: (path: string) => Promise<Answer>;
  /** The caller knows the type of the response. */
  read: (calls: readonly Call[]) => Promise<<Response>(place: number) => Response>;
  change: <Response>(call: Call) => Promise<Response>;
  send: (path: string, body: Buffer, type: string) => Promise<Answer>;
  does: (what: string, work: (phone: Phone) => Promise<unknown>) => Promise<boolean>;
  listen: (heard: () => void) => void;
  close: () => void;
}

function addressOf(calls: readonly Call[]): string {
  const inputs = Object.fromEntries(
    calls.flatMap(([, input], place) => (input === undefined ? [] : [[place, input]])),
  );
  const paths = calls.map(([path]) => path).join(",");
  return `/api/trpc/${paths}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}
