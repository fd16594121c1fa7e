import type { FastifyRequest } from "fastify";
import { type Certificates, isServedFor } from "./certificates.ts";

/** Where the same house is over HTTPS: at the host that was typed, if the certificate is for it. */
export function secureAddress(
  { origin }: { origin: () => string },
  certificates: Certificates,
  { headers, raw }: FastifyRequest,
): string {
  const { host = "" } = headers;
  if (!URL.canParse(`http://${host}`)) return origin();
  const { hostname, port } = new URL(`http://${host}`);
  const used = Number(port || 80);
  const isOurs = used === raw.socket.localPort && isServedFor(certificates, hostname);
  return isOurs ? new URL(`https://${hostname}:${used}`).origin : origin();
}

/** Where the page is that says how to trust the authority: over plain HTTP, since nobody does yet. */
export function trustAddress(origin: string): string {
  const { hostname, port } = new URL(origin);
  return `http://${hostname}:${port || 443}/trust`;
}
