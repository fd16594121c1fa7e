import { createHash, createPublicKey, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { ReleaseError } from "./releaseError.ts";

// Uses minisign's file formats (https://jedisct1.github.io/minisign), so that anybody can check a
// release without Stoep. The signatures themselves come from Node's Ed25519. Those who make a release
// sign it with scripts/packing/sign.ts.

export interface PublicKey {
  /** Eight bytes that identify the key in a signature. */
  id: Buffer;
  /** The 32 bytes of the Ed25519 key. */
  key: Buffer;
}

export const pure = "Ed";
/** Marks a signature of the file's BLAKE2b-512 hash, which is minisign's default. */
export const prehashed = "ED";
const publicBytes = 42;
const signatureBytes = 74;
export const trustedMark = "trusted comment: ";

export const idOf = ({ id }: PublicKey): string =>
  Buffer.from(id).reverse().toString("hex").toUpperCase();

const bytesIn = (line = "") => Buffer.from(line, "base64");

/** @throws ReleaseError */
export function readPublicKey(text: string, file: string): PublicKey {
  const bytes = bytesIn(text.trim().split(/\r?\n/).at(-1));
  if (bytes.length !== publicBytes || bytes.subarray(0, 2).toString() !== pure)
    throw new ReleaseError(`${file} is no public key of minisign.`);
  return { id: bytes.subarray(2, 10), key: bytes.subarray(10) };
}

function holds(message: Buffer, signature: Buffer, { key }: PublicKey): boolean {
  const jwk = { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") };
  return verify(null, message, createPublicKey({ key: jwk, format: "jwk" }), signature);
}

export async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash("blake2b512");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest();
}

export const hashText = (text: string): Buffer => createHash("blake2b512").update(text).digest();

/** @throws ReleaseError when none of the keys made it, or content or comment was changed */
export function signerOf(
  hash: Buffer,
  text: string,
  keys: readonly PublicKey[],
  what: string,
): PublicKey {
  const [, first, comment = "", last] = text.split(/\r?\n/);
  const [bytes, global] = [bytesIn(first), bytesIn(last)];
  const kind = bytes.subarray(0, 2).toString();
  if (bytes.length !== signatureBytes || global.length !== 64 || !comment.startsWith(trustedMark))
    throw new ReleaseError(`The signature of ${what} cannot be read. Fetch it again.`);
  if (kind !== prehashed)
    throw new ReleaseError(
      `The signature of ${what} is of an old kind, which Stoep does not take. Sign it without minisign's option -l.`,
    );
  const id = bytes.subarray(2, 10);
  const signer = keys.find((key) => key.id.equals(id));
  if (!signer)
    throw new ReleaseError(
      `${what} is signed with the key ${idOf({ id, key: id })}, but the installed Stoep knows only ${keys.map(idOf).join(" and ")}. Either somebody else made it, or a release in between has to be installed first.`,
    );
  const signature = bytes.subarray(10);
  const signed = Buffer.concat([signature, Buffer.from(comment.slice(trustedMark.length))]);
  if (!holds(hash, signature, signer) || !holds(signed, global, signer))
    throw new ReleaseError(
      `${what} is not what was signed with the key ${idOf(signer)}. It is damaged, or somebody changed it. Fetch it again.`,
    );
  return signer;
}
