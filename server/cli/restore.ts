import { existsSync, mkdirSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Config, readConfig } from "../config.ts";
import type { Db } from "../db.ts";
import { oidcAttempts, sessions } from "../platform/auth/table.ts";
import { namesIn, workFolder } from "../platform/backup/disk.ts";
import { uploadEntry } from "../platform/backup/manifest.ts";
import { openCopy, readArchive } from "../platform/backup/read.ts";
import { replaceData } from "../platform/backup/replace.ts";
import { holdData } from "../platform/files/lock.ts";
import { command, Refusal } from "./command.ts";
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

/** Everybody signs in again: a session that was ended since the backup must not live again. */
function forgetSignedIn(db: Db): void {
  db.delete(sessions).run();
  db.delete(oidcAttempts).run();
  db.$client.close();
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
  options: { yes: { type: "boolean", help: "Goes on without asking." } },
  notes: ["Stop the server first. Afterwards everybody has to sign in again."],
  async run({ yes }, file) {
    const config = readConfig();
    const path = resolve(file);
    if (!existsSync(path)) throw new Refusal(`There is no file ${path}.`);
    mkdirSync(config.data, { recursive: true, mode: 0o700 });
    const release = holdData(config.data);
    // In the data folder, so that everything can be renamed into place.
    const work = await workFolder(config.data, 0);
    try {
      const manifest = await readArchive(path, work, { uploads: true });
      forgetSignedIn(openCopy(work));
      const files = Object.keys(manifest.files).filter((name) => name.startsWith(uploadEntry("")));
      console.log(`The backup is whole. It was made at ${manifest.madeAt} and holds`);
      console.log(`${rowsInWords(manifest.rows)}, and ${counted(files.length, "uploaded file")}.`);
      const present = await presentData(config);
      if (present) await agree(present, yes);
      const stamp = new Date().toISOString().replace(/[:.]/g, "-");
      const safety = join(config.data, `before-restore-${stamp}`);
      await replaceData(work, config, safety);
      console.log(`Restored into ${config.data}. Everybody has to sign in again.`);
      if (existsSync(safety)) console.log(`What was there before is in ${safety}.`);
    } finally {
      await rm(work, { recursive: true, force: true });
      release();
    }
  },
});
