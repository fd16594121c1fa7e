import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { ageMagic, firstBytes } from "../../files/files.ts";
import { BackupError } from "./manifest.ts";

/** Loaded when needed, which is for a moment each night. */
const ageLibrary = () => import("age-encryption");

/** scrypt with N = 2^16 takes 64 MB for a moment: a Raspberry Pi with 512 MB can do it. */
const workFactor = 16;

export class PassphraseError extends BackupError {
  constructor(file: string, given: boolean) {
    super(
      given
        ? `The passphrase does not open ${file}. Give the one that was set when it was made.`
        : `${file} is encrypted. Give the passphrase that was set when it was made.`,
    );
  }
}

/** Stoep 0.1.0 read a passphrase in a settings file only up to the first #. Null without a #. */
function shortened(passphrase: string | null): string | null {
  const end = passphrase?.indexOf("#") ?? -1;
  return (end > 0 && passphrase?.slice(0, end).trim()) || null;
}

export const shortenedNote =
  "This backup opened with only the part of the passphrase before the #, because Stoep 0.1.0 read no further. New backups are encrypted with the whole passphrase.";

/** With a passphrase, or if that fails, the part that 0.1.0 read. @throws PassphraseError */
export async function withEither<T>(
  passphrase: string | null,
  work: (passphrase: string | null) => Promise<T>,
): Promise<{ done: T; isShortened: boolean }> {
  try {
    return { done: await work(passphrase), isShortened: false };
  } catch (error) {
    const before = shortened(passphrase);
    if (!(error instanceof PassphraseError) || before === null) throw error;
    try {
      return { done: await work(before), isShortened: true };
    } catch (again) {
      throw again instanceof PassphraseError ? error : again;
    }
  }
}

// The streams are the same. Only their types differ between Node and the browser's library.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as WebStream);

/** Encrypts a stream chunk by chunk in the age format (age-encryption.org/v1), as `age -p` does. */
export async function seal(stream: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await ageLibrary();
  const age = new Encrypter();
  age.setPassphrase(passphrase);
  age.setScryptWorkFactor(workFactor);
  return fromWeb(await age.encrypt(toWeb(stream)));
}

/** The bytes of an archive, decrypted if its content is encrypted. @throws PassphraseError */
export async function unsealed(file: string, passphrase: string | null): Promise<Readable> {
  const start = await firstBytes(file, ageMagic.length);
  if (start.toString("latin1") !== ageMagic) return createReadStream(file);
  if (!passphrase) throw new PassphraseError(file, false);
  const { Decrypter } = await ageLibrary();
  const bytes = createReadStream(file);
  try {
    const age = new Decrypter();
    age.addPassphrase(passphrase);
    return fromWeb(await age.decrypt(toWeb(bytes)));
  } catch (error) {
    bytes.destroy();
    if (error instanceof Error && error.message.startsWith("no identity matched"))
      throw new PassphraseError(file, true);
    throw error;
  }
}
