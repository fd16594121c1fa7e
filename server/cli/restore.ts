import { existsSync, mkdirSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { namesIn, workFolder } from "../platform/backup/disk.ts";
import { keptName, noteRestore, prepare } from "../platform/backup/prepare.ts";
import { finishReplacing, replaceData } from "../platform/backup/replace.ts";
import { holdData } from "../platform/files/lock.ts";
import { command, Refusal } from "./command.ts";
import { atTheShell } from "./house.ts";
import { passphraseOption, withPassphrase } from "./passphrase.ts";
import { saysYes } from "./stdin.ts";
import { counted, rowsInWords, sized } from "./words.ts";

/** What a restore would replace, in words; null when there is nothing. */
async function presentData({ database, uploads }: Config): Promise<string | null> {
  const files = (await namesIn(uploads)).length;
  if (!existsSync(database) && files === 0) return null;
  const said = [counted(files, "uploaded file")];
  if (existsSync(database)) {
    const { size, mtime } = await stat(database);
    said.unshift(`the database ${database} (${sized(size)}, last written ${mtime.toISOString()})`);
  }
  return said.join(" and ");
}

async function agree(present: string, yes: boolean): Promise<void> {
  console.log(`This replaces ${present}.`);
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Refusal(
      "Nobody can be asked here, so nothing was changed. Add --yes to go on without asking.",
    );
  if (!(await saysYes("A copy of it is kept. Type yes to go on: ")))
    throw new Refusal("Nothing was changed.");
}

export const restore = command({
  name: "restore",
  summary: "Puts a backup in the place of the present data, of which a copy is kept.",
  file: "required",
  options: {
    yes: { type: "boolean", help: "Goes on without asking." },
    ...passphraseOption,
  },
  notes: ["Stop the server first. Afterwards everybody has to sign in again."],
  async run({ yes, "passphrase-stdin": fromStdin }, file) {
    const config = readConfig();
    const path = resolve(file);
    if (!existsSync(path)) throw new Refusal(`There is no file ${path}.`);
    mkdirSync(config.data, { recursive: true, mode: 0o700 });
    const release = holdData(config.data);
    let work = "";
    try {
      await finishReplacing(config);
      const { madeAt, rows, files } = await withPassphrase(
        config,
        fromStdin,
        async (passphrase) => {
          // In the data folder, so that everything can be renamed into place.
          work = await workFolder(config.data, 0);
          return prepare(path, work, passphrase);
        },
      );
      console.log(`The backup is whole. It was made at ${madeAt} and holds`);
      console.log(`${rowsInWords(rows)}, and ${counted(files, "uploaded file")}.`);
      const present = await presentData(config);
      if (present) await agree(present, yes);
      const now = new Date().toISOString();
      const safety = join(config.data, keptName(now));
      noteRestore(work, atTheShell, now, { file: basename(path), madeAt });
      await replaceData(work, config, safety);
      console.log(`Restored into ${config.data}. Everybody has to sign in again.`);
      if (existsSync(safety)) console.log(`What was there before is in ${safety}.`);
    } finally {
      if (work) await rm(work, { recursive: true, force: true });
      release();
    }
  },
});
