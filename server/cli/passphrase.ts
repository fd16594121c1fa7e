import type { Config } from "../config.ts";
import { PassphraseError } from "../platform/backup/seal.ts";
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
  if (fromStdin) return work(await textFromStdin());
  try {
    return await work(backup.passphrase);
  } catch (error) {
    if (!(error instanceof PassphraseError)) throw error;
    if (!process.stdin.isTTY)
      throw new Refusal(`${error.message} Set BACKUP_PASSPHRASE, or add --passphrase-stdin.`);
    return work(await askSecretly("Passphrase of the backup: "));
  }
}
