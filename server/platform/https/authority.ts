import { randomBytes, type webcrypto } from "node:crypto";
import { isIP } from "node:net";
// The library's decorators need this import first.
import "reflect-metadata";
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from "@peculiar/asn1-x509";
import * as x509 from "@peculiar/x509";
import { isWithin, type Limits } from "./names.ts";

// This module is loaded only to sign something, which is rare, because the library is large.

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const dayMs = 86_400_000;
const authorityDays = 3650;
/** The longest validity of a server certificate that every platform accepts. */
const serverDays = 397;
/** Phones' clocks may be this far behind. */
const backdatedMs = dayMs;

const serial = () => {
  const bytes = randomBytes(16);
  // Positive, and of full length.
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString("hex");
};

const newKeys = () => globalThis.crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);

async function inPem(key: webcrypto.CryptoKey, certificate: x509.X509Certificate) {
  const bytes = await globalThis.crypto.subtle.exportKey("pkcs8", key);
  const cert = `${certificate.toString("pem")}\n`;
  return { cert, key: `${x509.PemConverter.encode(bytes, "PRIVATE KEY")}\n` };
}

/**
 * Makes an authority that is valid for ten years and only signs within these limits, so a thief of
 * its key cannot impersonate other servers. The limits are critical (RFC 5280 4.2.1.10): devices
 * that do not support them, such as iOS before 11, refuse it.
 */
export async function makeAuthority({ name, limits }: { name: string; limits: Limits }, now: Date) {
  const keys = await newKeys();
  const notBefore = new Date(now.getTime() - backdatedMs);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    // iOS does not list an authority without a common name.
    name: [{ CN: [name] }, { O: ["Stoep"] }],
    notBefore,
    notAfter: new Date(notBefore.getTime() + authorityDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      constraints(limits),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return inPem(keys.privateKey, certificate);
}

function constraints({ names, ranges }: Limits): x509.Extension {
  const bases = [
    ...names.map((dNSName) => new GeneralName({ dNSName })),
    ...ranges.map((range) => new GeneralName({ iPAddress: range })),
  ];
  const permittedSubtrees = new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base })));
  const value = AsnConvert.serialize(new NameConstraints({ permittedSubtrees }));
  return new x509.Extension(id_ce_nameConstraints, true, value);
}

function limitsOf(authority: x509.X509Certificate): Limits {
  const extension = authority.getExtension(id_ce_nameConstraints);
  const { permittedSubtrees = [] } = extension
    ? AsnConvert.parse(extension.value, NameConstraints)
    : {};
  return {
    names: permittedSubtrees.flatMap(({ base }) => base.dNSName ?? []),
    ranges: permittedSubtrees.flatMap(({ base }) => base.iPAddress ?? []),
  };
}

/**
 * For those of `names` within the authority's limits, with the authority's certificate behind it.
 */
export async function certify(
  authority: { cert: string; key: string },
  names: string[],
  now: Date,
): Promise<{ cert: string; key: string }> {
  const issuer = new x509.X509Certificate(authority.cert);
  const limits = limitsOf(issuer);
  const sure = names.filter((name) => isWithin(limits, name));
  const signingKey = await globalThis.crypto.subtle.importKey(
    "pkcs8",
    x509.PemConverter.decodeFirst(authority.key),
    algorithm,
    false,
    ["sign"],
  );
  const keys = await newKeys();
  const notBefore = new Date(Math.max(now.getTime() - backdatedMs, issuer.notBefore.getTime()));
  const end = Math.min(notBefore.getTime() + serverDays * dayMs, issuer.notAfter.getTime());
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    issuer: issuer.subjectName,
    subject: [{ CN: [sure.find((name) => isIP(name) === 0) ?? "localhost"] }],
    notBefore,
    notAfter: new Date(end),
    signingAlgorithm: algorithm,
    signingKey,
    publicKey: keys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        sure.map((value) => ({
          type: isIP(value) === 0 ? ("dns" as const) : ("ip" as const),
          value,
        })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  const pair = await inPem(keys.privateKey, certificate);
  return { ...pair, cert: pair.cert + authority.cert };
}
