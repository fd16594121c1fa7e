import { resolve } from "node:path";
import { readConfig } from "../config.ts";
import { version } from "../paths.ts";
import { makeArchive } from "../platform/backup/archive.ts";
import { command } from "./command.ts";
import { counted, rowsInWords, sized } from "./words.ts";

export const backup = command({
  name: "backup",
  summary: "Makes one archive of the database and the uploaded files; a server may be running.",
  options: {
    to: {
      type: "string",
      value: "FOLDER",
      help: "Where to; left out: backups in the data folder.",
    },
  },
  notes: ["Best kept on another disk than the building's own."],
  async run({ to }) {
    const config = readConfig();
    const folder = to === undefined ? config.backups : resolve(to);
    const { path, size, manifest } = await makeArchive(
      config,
      folder,
      version,
      new Date().toISOString(),
    );
    const files = Object.keys(manifest.files).length - 1;
    console.log(`Made ${path} (${sized(size)}).`);
    console.log(`It holds ${rowsInWords(manifest.rows)}, and ${counted(files, "uploaded file")}.`);
    if (manifest.missing.length === 0) return;
    console.error(
      `These uploads have no file, so they are not in it: ${manifest.missing.join(", ")}.`,
    );
    console.error("Everything else is. scripts/stoep verify says more.");
    process.exitCode = 1;
  },
});
