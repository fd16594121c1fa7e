import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { ageMagic } from "../../files/files.ts";
import { BackupError } from "./manifest.ts";

/** Fetched when it is needed, which is for a moment in the night. */
const ageLibrary = () => import("age-encryption");

/** scrypt with N = 2^16 takes 64 MB for a moment: a Raspberry Pi with 512 MB can do it. */
const workFactor = 16;

/** The archive can only be read with a passphrase, and none or a wrong one was given. */
export class PassphraseError extends BackupError {
  constructor(file: string, given: boolean) {
    super(
      given
        ? `The passphrase does not open ${file}. Give the one that was set when it was made.`
        : `${file} is encrypted. Give the passphrase that was set when it was made.`,
    );
  }
}

/**
 * A passphrase as Stoep 0.1.0 read it from a settings file: up to the first #. Null where that made no
 * difference or left nothing.
 */
function shortened(passphrase: string | null): string | null {
  const end = passphrase?.indexOf("#") ?? -1;
  return (end > 0 && passphrase?.slice(0, end).trim()) || null;
}

/** For the person who opens a backup that way. */
export const shortenedNote =
  "This backup opened with only the part of the passphrase before the #, because Stoep 0.1.0 read no further. New backups are encrypted with the whole passphrase.";

/**
 * Does something with an archive's passphrase, and if that does not open it, with as much of it as
 * Stoep 0.1.0 read.
 * @throws PassphraseError when neither opens it
 */
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

// The same streams; only their types differ between Node and the browser's library.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as WebStream);

/** Encrypts a stream in the age format (age-encryption.org/v1), as `age -p` does, chunk by chunk. */
export async function seal(stream: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await ageLibrary();
  const age = new Encrypter();
  age.setPassphrase(passphrase);
  age.setScryptWorkFactor(workFactor);
  return fromWeb(await age.encrypt(toWeb(stream)));
}

/** Whether a file is one that age encrypted, by its content. */
async function isSealed(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const length = ageMagic.length;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead).toString("latin1") === ageMagic;
  } finally {
    await handle.close();
  }
}

/**
 * The bytes of an archive, decrypted where it is encrypted.
 * @throws PassphraseError
 */
export async function unsealed(file: string, passphrase: string | null): Promise<Readable> {
  if (!(await isSealed(file))) return createReadStream(file);
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
