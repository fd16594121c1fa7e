import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { ConfigError } from "../../config.ts";
import { bareHost } from "./names.ts";

/** A certificate with its chain and private key, as TLS needs them. */
export interface Pair {
  /** PEM, with the server's own certificate first. */
  cert: string;
  key: string;
  chain: [X509Certificate, ...X509Certificate[]];
}

type Source = Record<"cert" | "key" | "certName" | "keyName", string>;

/** The two names are for error messages, and mostly those of files. @throws ConfigError */
export function readPair({ cert, key, certName, keyName }: Source): Pair {
  const blocks = blocksOf(cert, "CERTIFICATE");
  let certificates: X509Certificate[];
  try {
    certificates = blocks.map((block) => new X509Certificate(block));
  } catch {
    throw new ConfigError(`The certificate in ${certName} is damaged. Copy it there again.`);
  }
  const [own, ...behind] = certificates;
  if (!own)
    throw new ConfigError(
      `There is no certificate in PEM form in ${certName}. Such a file begins with -----BEGIN CERTIFICATE-----.`,
    );
  const [secret = key] = blocksOf(key, "(?:[A-Z]+ )*PRIVATE KEY");
  if (!own.checkPrivateKey(privateKey(secret, keyName)))
    throw new ConfigError(
      `The key in ${keyName} does not belong to the first certificate in ${certName}. Use a key and a certificate that were made together, with the server's own certificate first in its file.`,
    );
  return { cert: `${blocks.join("\n")}\n`, key: secret, chain: [own, ...behind] };
}

/** The blocks of a PEM file with this label. One file may hold a key and its certificates. */
const blocksOf = (pem: string, label: string): string[] =>
  pem.match(new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`, "g")) ?? [];

function privateKey(pem: string, name: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const locked = /passphrase|password|MISSING_PASSPHRASE/i.test(String(error));
    throw new ConfigError(
      locked
        ? `The key in ${name} is locked with a password. Unlock it with: openssl pkey -in ${name} -out unlocked.key`
        : `There is no private key in PEM form in ${name}. Such a file begins with -----BEGIN PRIVATE KEY-----.`,
    );
  }
}

export const namesOf = (certificate: X509Certificate): string[] =>
  (certificate.subjectAltName ?? "")
    .split(", ")
    .flatMap((entry) => /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1] ?? []);

/** The first name of a certificate that people can type, so not a wildcard. */
export const firstName = ({ chain: [own] }: Pair): string | null =>
  namesOf(own).find((name) => !name.includes("*")) ?? null;

export function covers(certificate: X509Certificate, host: string): boolean {
  const name = bareHost(host);
  if (isIP(name) !== 0) return certificate.checkIP(name) !== undefined;
  return certificate.checkHost(name, { subject: "never" }) !== undefined;
}

/**
 * Only authorities of version 0.1 may sign for every private name, and only they have this limit.
 */
export const isWide = ({ raw }: X509Certificate): boolean => raw.includes("home.arpa");

export const endOf = (certificate: X509Certificate): Date => new Date(certificate.validTo);

export const holdsAt = (certificate: X509Certificate, now: Date): boolean =>
  new Date(certificate.validFrom) <= now && now < endOf(certificate);

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** Whether every device trusts this chain: its signatures lead to a root of Mozilla's. */
export function isPublic(
  chain: Pair["chain"],
  now: Date,
  roots: readonly string[] = rootCertificates,
): boolean {
  const known = roots.map((pem) => new X509Certificate(pem));
  let last = chain[0];
  for (const next of chain.slice(1)) {
    if (!holdsAt(last, now) || !next.ca || !isSignedBy(last, next)) break;
    last = next;
  }
  if (!holdsAt(last, now)) return false;
  return known.some(
    (root) => root.fingerprint256 === last.fingerprint256 || isSignedBy(last, root),
  );
}
