import { join, resolve } from "node:path";
import { readConfig } from "../config.ts";
import { countsIn, membersOf } from "../features/backups/service.ts";
import { PassphraseError, withEither } from "../platform/backup/archive/encryption.ts";
import { databaseName, uploadsName } from "../platform/backup/archive/manifest.ts";
import { dropOwnWork, workFolder } from "../platform/backup/disk.ts";
import { prepare } from "../platform/backup/restore/prepare.ts";
import { command } from "./command.ts";
import { tellParent } from "./parent.ts";

/** Another admin may be viewing a backup too. The next start deletes what a crash leaves. */
const sparesMs = 86_400_000;

export const unpack = command({
  name: "unpack",
  summary: "Unpacks and checks a backup for the server, beside the data that it may replace.",
  file: "required",
  options: {},
  async run(_, file) {
    const config = readConfig();
    let work = "";
    const opened = await withEither(config.backup.passphrase, async (passphrase) => {
      dropOwnWork();
      work = await workFolder(config.data, sparesMs);
      return prepare(resolve(file), work, passphrase, config, membersOf);
    }).catch((error) => {
      if (error instanceof PassphraseError) tellParent({ wants: "passphrase" });
      dropOwnWork();
      throw error;
    });
    const { done, isShortened } = opened;
    const coming = await countsIn(join(work, databaseName), join(work, uploadsName));
    const present = await countsIn(config.database, config.uploads);
    tellParent({ ready: { ...done, isShortened, work, coming, present } });
  },
});
