import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestError } from "../errors.ts";
import { nameIn } from "../platform/hosts/hostHeader.ts";
import { isAllowed } from "../platform/hosts/hosts.ts";
import { noteRefusedHosts } from "../platform/hosts/refused.ts";
import type { Services } from "../services.ts";
import { refuseConnection } from "./connectionLimits.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/** The token of a program with an `Authorization: Bearer` header; null for other clients. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
}

/**
 * Browsers say so with `Sec-Fetch-Site`, and older ones name the page's `Origin`. A client that
 * sends neither is no browser, so it has no stolen cookie. (The rule of Go's
 * CrossOriginProtection.)
 */
function isForeign(request: FastifyRequest, ownHost: string | null): boolean {
  if (reading.has(request.method) || bearerOf(request)) return false;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin, host } = request.headers;
  if (origin === undefined) return false;
  const from = URL.canParse(origin) ? new URL(origin).host : null;
  return from === null || (from !== host && from !== ownHost);
}

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const everyAnswers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  // The same as frame-ancestors, for browsers that do not support it.
  "x-frame-options": "DENY",
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const requestIdHeader = "x-request-id";

/** How many allowed hosts are cached. Checking one takes longer than many requests do. */
const mostKnown = 1_000;

/** Whether this is the name of a Host header. Names have even places, values odd ones. */
const isHost = (header: string, place: number) =>
  place % 2 === 0 && header.length === 4 && header.toLowerCase() === "host";

/**
 * Otherwise another site could point its name to this server (DNS rebinding).
 * @returns a function that throws request.no_host, request.doubled_host, request.bad_host,
 * request.unknown_host
 */
function hostCheck(services: Services): (request: FastifyRequest) => void {
  const note = noteRefusedHosts(services.config.data);
  const known = new Set<string>();

  function check(host: string, log: FastifyRequest["log"]): void {
    if (known.has(host)) return;
    const name = nameIn(host);
    if (name === null) throw requestError("request.bad_host");
    if (!isAllowed(services, name)) {
      if (note(name, services.now().at))
        log.warn({ name }, "asked for by a name that is not allowed");
      throw requestError("request.unknown_host");
    }
    if (known.size >= mostKnown) known.clear();
    known.add(host);
  }

  return (request) => {
    const { host } = request.headers;
    if (!host) {
      if (request.raw.httpVersion === "1.1") throw requestError("request.no_host");
      return;
    }
    // `headers` has only the first.
    if (request.raw.rawHeaders.filter(isHost).length > 1)
      throw requestError("request.doubled_host");
    check(host, request.log);
    // Also the host that a trusted proxy was asked for.
    if (request.host !== host) check(request.host, request.log);
  };
}

export function guard(app: FastifyInstance, services: Services): void {
  const { config } = services;
  const ownHost = config.origin ? new URL(config.origin).host : null;
  const checkHost = hostCheck(services);

  // Node would respond without a message.
  app.server.on("checkExpectation", ({ socket }) =>
    refuseConnection(socket, "request.unmet_expectation"),
  );
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header(requestIdHeader, request.id).headers(everyAnswers);
    // The matched route, because "/%61pi/" leads to the same one as "/api/".
    const route = request.routeOptions.url ?? request.url;
    if (route.startsWith("/api/") || request.url.startsWith("/api/"))
      void reply.header("cache-control", "no-store");
    checkHost(request);
    if (isForeign(request, ownHost)) throw requestError("request.foreign_origin");
    // tRPC itself would run a mutation without input from another site's form.
    const type = request.headers["content-type"];
    if (type && route.startsWith("/api/trpc/") && !/^application\/json\b/i.test(type))
      throw requestError("request.wrong_content_type");
    done();
  });
}
