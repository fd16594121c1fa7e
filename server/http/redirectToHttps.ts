import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestError } from "../errors.ts";
import { secureAddress } from "../platform/https/certificates.ts";
import type { Certificates } from "../platform/https/currentPair.ts";
import { bareHost } from "../platform/https/names.ts";
import type { Services } from "../services.ts";
import { isEncrypted } from "./tlsAndPlainServer.ts";
import { trustPaths } from "./trustRoutes.ts";

const hstsSeconds = 31_536_000;

/** Over plain HTTP there are only the health check and the pages for trusting the certificate. */
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
      throw requestError("request.plain_http");
    if (certificates.authority) return reply.redirect(`/trust?to=${encodeURIComponent(url)}`, 302);
    return reply.redirect(secureAddress(services, certificates, request) + url, 308);
  });
}

/**
 * Whether to tell browsers to use only HTTPS from now on (HSTS): only if every device trusts the
 * certificate, or people would get a warning they cannot pass. Not for IP addresses (RFC 6797
 * 8.1.1).
 */
function isPromised({ hostname }: FastifyRequest, certificates: Certificates): boolean {
  const name = bareHost(hostname);
  return /[a-z]/.test(name) && !name.includes(":") && certificates.isPublic();
}
