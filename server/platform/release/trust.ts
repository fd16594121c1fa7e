import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type ReleaseManifest, readRelease, signedText } from "./manifest.ts";
import { hashFile, hashText, idOf, type PublicKey, readPublicKey, signerOf } from "./minisign.ts";
import { ReleaseError } from "./releaseError.ts";

// Checks who made a release. The whole archive is signed, so that it can be checked before
// unpacking, and so is release.json, for a release that was unpacked already.

export interface Checking {
  installed: ReleaseManifest | null;
  unsigned: boolean;
  note: (line: string) => void;
}

export const signatureEnding = ".minisig";

const keysOf = ({ keys }: ReleaseManifest): PublicKey[] =>
  keys.map((text) => readPublicKey(text, "The key in release.json"));

const named = (keys: PublicKey[]) => keys.map(idOf).join(" or ");

const unsignedHint =
  "If you made this release yourself, or know who did, add --unsigned. Then nobody checks who made it, and somebody who changed it on its way could do anything on this machine.";

/**
 * Before unpacking, if the installed release has a key.
 * @param source the archive's path, with its signature beside it
 * @param copy a copy that nobody else can change meanwhile
 * @throws ReleaseError
 */
export async function checkArchive(
  source: string,
  copy: string,
  { installed, unsigned }: Checking,
): Promise<void> {
  const keys = installed ? keysOf(installed) : [];
  if (unsigned || keys.length === 0) return;
  const signature = `${source}${signatureEnding}`;
  if (!existsSync(signature))
    throw new ReleaseError(
      `${source} is not signed: there is no ${basename(signature)} beside it. Fetch that file too. ${unsignedHint}`,
    );
  const text = await readFile(signature, "utf8");
  signerOf(await hashFile(copy), text, keys, source);
}

/** Checks the signature of release.json. releaseDamage checks the files. @throws ReleaseError */
export async function checkRelease(
  folder: string,
  { installed, unsigned, note }: Checking,
): Promise<void> {
  const release = await readRelease(folder);
  const own = keysOf(release);
  if (unsigned) {
    const next =
      own.length > 0
        ? `Newer releases will be checked with the key that it brings, ${named(own)}.`
        : "It brings no key, so nobody can check the next release either.";
    note(
      `Nobody checked who made this release (--unsigned). Somebody who changed it on its way could do anything on this machine. ${next}`,
    );
    return;
  }
  if (!release.signature) throw new ReleaseError(`This release is not signed. ${unsignedHint}`);
  const known = installed ? keysOf(installed) : [];
  const hash = hashText(await signedText(folder));
  const keys = known.length > 0 ? known : own;
  const signer = signerOf(hash, release.signature.join("\n"), keys, "This release");
  if (known.length > 0) note(`It is signed with the key ${idOf(signer)}, as it should be.`);
  else
    note(
      `It is signed with the key ${idOf(signer)}. ${installed ? "The installed release has no key" : "No Stoep is installed yet"} to compare that with, so compare it with the key that the makers of Stoep publish. Newer releases will be checked with it.`,
    );
}

export function trustInWords(release: ReleaseManifest): string {
  const keys = keysOf(release);
  if (keys.length === 0)
    return "The installed release has no key, so nobody can check the next one. Compare its key with the one that the makers of Stoep publish.";
  return `Newer releases are checked with the key ${named(keys)}.`;
}
