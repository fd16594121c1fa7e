import type { FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { Certificates, Circumstances } from "./currentPair.ts";
import { localCertificates } from "./localAuthority.ts";
import { ownCertificates } from "./ownCertificate.ts";
import { covers } from "./pair.ts";

/** The certificates of the settings, or local ones; null without HTTPS. @throws ConfigError */
export async function openCertificates(
  config: Config,
  circumstances: Circumstances = {},
): Promise<Certificates | null> {
  const { https } = config;
  if (!https) return null;
  return https === "local"
    ? await localCertificates(config, circumstances)
    : ownCertificates(https, config, circumstances);
}

export const isServedFor = (certificates: Certificates, host: string): boolean =>
  covers(certificates.pair().chain[0], host);

/** The address of this server over HTTPS: with the requested host if the certificate covers it. */
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

/** The page on how to trust the authority. Plain HTTP, because the device does not trust it yet. */
export function trustAddress(origin: string): string {
  const { hostname, port } = new URL(origin);
  return `http://${hostname}:${port || 443}/trust`;
}
