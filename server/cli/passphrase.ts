import type { Config } from "../config.ts";
import {
  PassphraseError,
  shortenedNote,
  withEither,
} from "../platform/backup/archive/encryption.ts";
import { Refusal } from "./command.ts";
import { askSecretly, textFromStdin } from "./stdin.ts";

export const passphraseOption = {
  "passphrase-stdin": {
    type: "boolean",
    help: "Reads an encrypted backup's passphrase from standard input.",
  },
} as const;

/** From standard input; else from the settings, or if that is wrong, from the terminal. */
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
