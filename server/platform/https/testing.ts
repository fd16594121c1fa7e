import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { readConfig } from "../../config.ts";
import { openServer } from "../../testing.ts";
import { certify, makeAuthority } from "./authority.ts";
import { openCertificates } from "./certificates.ts";
import type { Circumstances } from "./currentPair.ts";

export const dayMs = 86_400_000;
export const inDays = (days: number) => new Date(Date.now() + days * dayMs);

/** Some other authority, for names below `example`. */
export const someAuthority = (now = new Date()) =>
  makeAuthority({ name: "Some authority", limits: { names: ["example"], ranges: [] } }, now);

/** Writes a certificate for these names and its key into files; returns them as settings. */
export async function filesFor(
  names: string[],
  {
    now = new Date(),
    authority = undefined as Awaited<ReturnType<typeof someAuthority>> | undefined,
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "stoep-https-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const issuer = authority ?? (await someAuthority(now));
  const env = { HTTPS_CERT: join(folder, "chain.pem"), HTTPS_KEY: join(folder, "key.pem") };
  /** Writes a pair there, as a renewal does. */
  const write = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(env.HTTPS_CERT, cert);
    writeFileSync(env.HTTPS_KEY, key);
  };
  write(await certify(issuer, names, now));
  return { env, folder, issuer, write };
}

/** A server that listens and uses HTTPS with these settings. */
export async function openSecureServer(
  env: Record<string, string>,
  circumstances: Circumstances = {},
) {
  const data = mkdtempSync(join(tmpdir(), "stoep-https-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const settings = { STOEP_DATA: data, LOG_LEVEL: "silent", ...env };
  const certificates = await openCertificates(readConfig(settings), circumstances);
  const server = await openServer({ env: settings, certificates });
  return { ...server, data, certificates: certificates as NonNullable<typeof certificates> };
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** PEM of the only authority to trust; without it the request uses plain HTTP. */
  ca?: string;
  /** The server name to expect. */
  servername?: string;
  /** The client's own address. */
  localAddress?: string;
}

/** Sends one request on its own connection, as a browser that trusts `ca` does. */
export async function send(
  port: number,
  path: string,
  { ca, body, servername, ...sent }: Sent = {},
) {
  const to = { host: "127.0.0.1", port, path, agent: false as const, ...sent };
  const call = ca
    ? secureRequest({ ...to, ca, ...(servername && { servername }) })
    : plainRequest(to);
  // The server may end the connection after it refused a body.
  call.on("error", () => undefined);
  call.end(body);
  const [response] = (await once(call, "response")) as [IncomingMessage];
  const { fingerprint256 = null } = ca ? (response.socket as TLSSocket).getPeerCertificate() : {};
  const bytes = await buffer(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: bytes.toString(),
    bytes,
    certificate: fingerprint256,
  };
}
