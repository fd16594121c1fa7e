import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import {
  idOf,
  type PublicKey,
  prehashed,
  pure,
  trustedMark,
} from "../../server/platform/release/minisign.ts";
import { ReleaseError } from "../../server/platform/release/releaseError.ts";

// Makes the keys and signatures that server/platform/release/minisign.ts reads.

export interface SecretKey extends PublicKey {
  seed: Buffer;
}

const secretBytes = 158;

export function publicKeyText(key: PublicKey): string {
  const bytes = Buffer.concat([Buffer.from(pure), key.id, key.key]);
  return `untrusted comment: minisign public key ${idOf(key)}\n${bytes.toString("base64")}\n`;
}

/** As scripts/package --new-key and `minisign -G -W` make it. @throws ReleaseError */
export function readSecretKey(text: string, file: string): SecretKey {
  const bytes = Buffer.from(text.trim().split(/\r?\n/).at(-1) ?? "", "base64");
  if (bytes.length !== secretBytes || bytes.subarray(0, 2).toString() !== pure)
    throw new ReleaseError(`${file} is no secret key of minisign.`);
  if (bytes.readUInt16LE(2) !== 0)
    throw new ReleaseError(
      `${file} is protected by a password, and Stoep cannot ask for it. Use a key that scripts/package --new-key or minisign -G -W made.`,
    );
  return { id: bytes.subarray(54, 62), seed: bytes.subarray(62, 94), key: bytes.subarray(94, 126) };
}

export function newKey(): SecretKey {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { d = "", x = "" } = privateKey.export({ format: "jwk" });
  return {
    id: randomBytes(8),
    seed: Buffer.from(d, "base64url"),
    key: Buffer.from(x, "base64url"),
  };
}

/** Without a password, and so without its checksum, as minisign does it. */
export function secretKeyText(secret: SecretKey): string {
  const bytes = Buffer.alloc(secretBytes);
  bytes.write(pure, 0);
  bytes.write("B2", 4);
  Buffer.concat([secret.id, secret.seed, secret.key]).copy(bytes, 54);
  return `untrusted comment: minisign secret key ${idOf(secret)}\n${bytes.toString("base64")}\n`;
}

const inUrl = (bytes: Buffer) => bytes.toString("base64url");

function signBytes(message: Buffer, { seed, key }: SecretKey): Buffer {
  const jwk = { kty: "OKP", crv: "Ed25519", d: inUrl(seed), x: inUrl(key) };
  return sign(null, message, createPrivateKey({ key: jwk, format: "jwk" }));
}

/** @param hash BLAKE2b-512 of what is signed @param comment one line that is signed too */
export function signatureText(hash: Buffer, secret: SecretKey, comment: string): string {
  const signature = signBytes(hash, secret);
  const global = signBytes(Buffer.concat([signature, Buffer.from(comment)]), secret);
  const bytes = Buffer.concat([Buffer.from(prehashed), secret.id, signature]);
  return [
    `untrusted comment: signature of Stoep, key ${idOf(secret)}`,
    bytes.toString("base64"),
    `${trustedMark}${comment}`,
    global.toString("base64"),
    "",
  ].join("\n");
}
