import { resolve } from "node:path";
import { readConfig } from "../config.ts";
import { dropOwnWork, workFolder } from "../platform/backup/disk.ts";
import { prepare, presentHolding } from "../platform/backup/prepare.ts";
import { PassphraseError } from "../platform/backup/seal.ts";
import { command } from "./command.ts";
import { tellParent } from "./parent.ts";

export const unpack = command({
  name: "unpack",
  summary: "Unpacks and checks a backup for the server, beside the data that it may replace.",
  file: "required",
  options: {},
  async run(_, file) {
    const config = readConfig();
    const work = await workFolder(config.data, 0);
    const prepared = await prepare(resolve(file), work, config.backup.passphrase).catch((error) => {
      if (error instanceof PassphraseError) tellParent({ wants: "passphrase" });
      dropOwnWork();
      throw error;
    });
    tellParent({ ready: { ...prepared, work, present: await presentHolding(config) } });
  },
});
