import { resolve } from "node:path";
import { readConfig } from "../config.ts";
import { countsIn } from "../features/backups/service.ts";
import type { Tell } from "../platform/backup/archive/archive.ts";
import { uploadEntry } from "../platform/backup/archive/manifest.ts";
import { backUp, lacksFiles } from "../platform/backup/makeBackup.ts";
import { stoep } from "../platform/installation/commands.ts";
import { version } from "../platform/installation/paths.ts";
import { command } from "./command.ts";
import { tellParent } from "./parent.ts";
import { counted, rowsInWords, sized } from "./words.ts";

export const backup = command({
  name: "backup",
  summary: "Makes one archive of everything and tests it. The server may be running.",
  options: {
    to: {
      type: "string",
      value: "FOLDER",
      help: "Where to put it, if not in the folder backups of the data folder.",
    },
  },
  notes: [
    "Without --to it does what happens every night: old backups are deleted, and new ones copied to BACKUP_COPY_TO.",
    "With BACKUP_PASSPHRASE set the archive is encrypted.",
    `It ends with 0, with ${lacksFiles} if a backup was made but some uploads have lost their files, and else with 1.`,
    "If only the copy to BACKUP_COPY_TO fails, it says why, and ends as it would with the copy.",
  ],
  async run({ to }) {
    const config = readConfig();
    const folder = to === undefined ? config.backups : resolve(to);
    const now = () => new Date().toISOString();
    const tell: Tell = (...step) => tellParent({ step });
    const done = await backUp(config, folder, version, now, tell, countsIn);
    const { path, size, manifest, copying } = done;
    const { passphrase, copyTo } = config.backup;
    const files = Object.keys(manifest.files).filter((name) => name.startsWith(uploadEntry("")));
    console.log(`Made ${path} (${sized(size)}${passphrase === null ? "" : ", encrypted"}).`);
    console.log(
      "Tested: it was restored into a temporary folder, and nothing was missing or changed.",
    );
    if (folder === config.backups && copyTo && !copying)
      console.log(`There is a copy in ${copyTo}.`);
    console.log(
      `It holds ${rowsInWords(manifest.rows)}, and ${counted(files.length, "uploaded file")}.`,
    );
    if (copying) console.error(`It was not copied to the second folder: ${copying}`);
    if (manifest.missing.length === 0) return;
    console.error(
      `These uploads have no file, so they are not in it: ${manifest.missing.join(", ")}.`,
    );
    console.error(`Everything else is. ${stoep} verify says more.`);
    process.exitCode = lacksFiles;
  },
});
