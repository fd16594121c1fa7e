import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { secureAddress } from "../platform/https/address.ts";
import type { Certificates } from "../platform/https/certificates.ts";
import { bareHost } from "../platform/https/names.ts";
import type { Services } from "../services.ts";
import { isEncrypted } from "./tlsAndPlainServer.ts";
import { trustPaths } from "./trustRoutes.ts";

/** A year, in seconds. */
const hstsSeconds = 31_536_000;

/**
 * Keeps plain HTTP for finding the way only: whether the server lives, how to trust it, and where the
 * pages are. Nothing of anybody's is answered over it, and no cookie is set.
 */
export function redirectToHttps(
  app: FastifyInstance,
  services: Services,
  certificates: Certificates,
): void {
  const open = new Set(["/api/health", ...(certificates.authority ? trustPaths : [])]);

  app.addHook("onRequest", async (request, reply) => {
    const { method, url, routeOptions } = request;
    if (isEncrypted(request)) {
      if (isPromised(request, certificates))
        void reply.header("strict-transport-security", `max-age=${hstsSeconds}`);
      return;
    }
    if (open.has(routeOptions.url ?? "")) return;
    const reads = method === "GET" || method === "HEAD";
    const isApi = [routeOptions.url, url].some((each) => each?.startsWith("/api/"));
    if (!reads || (isApi && routeOptions.url !== "/api/docs"))
      throw new AppError("request.plain_http");
    if (certificates.authority) return reply.redirect(`/trust?to=${encodeURIComponent(url)}`, 302);
    return reply.redirect(secureAddress(services, certificates, request) + url, 308);
  });
}

/**
 * Whether a browser may be told to come back over HTTPS alone (HSTS). Only where every device trusts
 * the certificate by itself: with another one it would leave people before a warning that cannot be
 * passed. Addresses in numbers take no such promise (RFC 6797 8.1.1).
 */
function isPromised({ hostname }: FastifyRequest, certificates: Certificates): boolean {
  const name = bareHost(hostname);
  return /[a-z]/.test(name) && !name.includes(":") && certificates.isPublic();
}
