import type { Config } from "../config.ts";
import {
  PassphraseError,
  shortenedNote,
  withEither,
} from "../platform/backup/archive/encryption.ts";
import { Refusal } from "./command.ts";
import { askSecretly, textFromStdin } from "./stdin.ts";

/** For commands that read archives. */
export const passphraseOption = {
  "passphrase-stdin": {
    type: "boolean",
    help: "Reads an encrypted backup's passphrase from standard input.",
  },
} as const;

/**
 * Does something with an archive's passphrase: the one on standard input, else the setting's, else,
 * where that is missing or wrong, the one the person at the terminal types.
 */
export async function withPassphrase<T>(
  { backup }: Config,
  fromStdin: boolean,
  work: (passphrase: string | null) => Promise<T>,
): Promise<T> {
  const open = async (passphrase: string | null) => {
    const { done, isShortened } = await withEither(passphrase, work);
    if (isShortened) console.log(shortenedNote);
    return done;
  };
  if (fromStdin) return open(await textFromStdin());
  try {
    return await open(backup.passphrase);
  } catch (error) {
    if (!(error instanceof PassphraseError)) throw error;
    if (!process.stdin.isTTY)
      throw new Refusal(`${error.message} Set BACKUP_PASSPHRASE, or add --passphrase-stdin.`);
    return open(await askSecretly("Passphrase of the backup: "));
  }
}
