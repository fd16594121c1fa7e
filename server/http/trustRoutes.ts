import type { X509Certificate } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { ownPage } from "../platform/auth/safeRedirect.ts";
import { secureAddress } from "../platform/https/certificates.ts";
import type { Certificates } from "../platform/https/currentPair.ts";
import { namesOf } from "../platform/https/pair.ts";
import { trustPage } from "../platform/https/trustPage.ts";
import { trustProfile } from "../platform/https/trustProfile.ts";
import { readSetting } from "../platform/settings/settings.ts";
import type { Services } from "../services.ts";
import { isEncrypted } from "./tlsAndPlainServer.ts";

const forms: Record<
  string,
  [type: string, make: (authority: X509Certificate, building: string) => Buffer | string]
> = {
  "stoep.crt": ["application/x-x509-ca-cert", ({ raw }) => raw],
  "stoep.pem": ["application/x-pem-file", (authority) => authority.toString()],
  "stoep.mobileconfig": ["application/x-apple-aspen-config", trustProfile],
};

/** The addresses that work before a device trusts the authority: the page and its files. */
export const trustPaths = [
  "/trust",
  ...Object.keys(forms).map((file) => `/trust/${file}`),
  ...["/docs.css", "/trust.js", "/icon.svg"],
];

export function mountTrust(
  app: FastifyInstance,
  services: Services,
  certificates: Certificates,
): void {
  const { authority } = certificates;
  if (!authority) return;
  const building = () => readSetting(services.db, "buildingName");

  app.get<{ Querystring: { to?: string } }>("/trust", (request, reply) => {
    const address = isEncrypted(request) ? "" : secureAddress(services, certificates, request);
    const page = trustPage({
      building: building(),
      authority,
      names: namesOf(certificates.pair().chain[0]),
      userAgent: request.headers["user-agent"] ?? "",
      continueUrl: address + (ownPage(request.query.to) ?? "/"),
    });
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(page);
  });
  for (const [file, [type, make]] of Object.entries(forms))
    app.get(`/trust/${file}`, (_, reply) =>
      reply
        .type(type)
        .header("content-disposition", `attachment; filename="${file}"`)
        .header("cache-control", "no-store")
        .send(make(authority, building())),
    );
}
