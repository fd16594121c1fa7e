import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { ageMagic } from "../files/files.ts";
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
