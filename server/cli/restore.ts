import { existsSync, mkdirSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { countsIn, membersOf } from "../features/backups/service.ts";
import { databaseName, uploadsName } from "../platform/backup/archive/manifest.ts";
import { namesIn, workFolder } from "../platform/backup/disk.ts";
import {
  noteRestore,
  type Prepared,
  prepare,
  safetyCopyName,
} from "../platform/backup/restore/prepare.ts";
import { finishReplacing, replaceData } from "../platform/backup/restore/replace.ts";
import { holdData } from "../platform/files/lock.ts";
import { stoep } from "../platform/installation/commands.ts";
import { command, Refusal } from "./command.ts";
import { atTheShell } from "./openServices.ts";
import { passphraseOption, withPassphrase } from "./passphrase.ts";
import { saysYes } from "./stdin.ts";
import { counted, countsInWords, sized } from "./words.ts";

async function presentData({ database, uploads }: Config): Promise<string | null> {
  const files = (await namesIn(uploads)).length;
  if (!existsSync(database) && files === 0) return null;
  const parts = [counted(files, "uploaded file")];
  if (existsSync(database)) {
    const { size, mtime } = await stat(database);
    parts.unshift(`the database ${database} (${sized(size)}, last written ${mtime.toISOString()})`);
  }
  return parts.join(" and ");
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

const mostNames = 20;

function warnings({ lineage, trailProblem, returning, losesAuthority }: Prepared): string[] {
  const lines: string[] = [];
  const { origin, living, shared, lost } = lineage;
  if (living && lost > 0)
    lines.push(
      `It removes the last ${counted(lost, "entry", "entries")} of the audit trail: everything recorded since the backup. The present data are kept, so that you can still read them.`,
    );
  if (origin === "other")
    lines.push(
      `Warning: the audit trail in this backup differs from this building's own history; only the first ${counted(shared, "entry", "entries")} are the same. It is a backup of another building, or somebody changed it. If you restore it, ${stoep} verify will say so from then on.`,
    );
  if (origin === "unknown")
    lines.push(
      "There is no audit trail on this machine to compare with the one in the backup, so nobody can tell here whether somebody changed it.",
    );
  if (trailProblem && origin !== "other") lines.push(`Warning: ${trailProblem}`);
  if (returning.length > 0) {
    const people = returning
      .slice(0, mostNames)
      .map(({ name, surname, role }) => `${name} ${surname} (${role})`);
    const more = returning.length - people.length;
    lines.push(
      `These people were removed after the backup and are here again once it is restored: ${people.join(", ")}${more > 0 ? ` and ${more} more` : ""}. Remove them again afterwards.`,
    );
  }
  if (losesAuthority)
    lines.push(
      "When this backup was made, the building's certificate authority was not this machine's. With HTTPS=local, every device that does not trust the one that is used afterwards has to trust it once more. The page /trust says how.",
    );
  return lines;
}

export const restore = command({
  name: "restore",
  summary: "Replaces the present data with a backup, and keeps a copy of them.",
  file: "required",
  options: {
    yes: { type: "boolean", help: "Goes on without asking." },
    ...passphraseOption,
  },
  notes: [
    "Stop the server first. Afterwards everybody has to log in again, programs need new tokens,",
    "and invites and reset links that were handed out no longer work.",
  ],
  async run({ yes, "passphrase-stdin": fromStdin }, file) {
    const config = readConfig();
    const path = resolve(file);
    if (!existsSync(path)) throw new Refusal(`There is no file ${path}.`);
    mkdirSync(config.data, { recursive: true, mode: 0o700 });
    const release = holdData(config.data);
    let work = "";
    try {
      await finishReplacing(config);
      const prepared = await withPassphrase(config, fromStdin, async (passphrase) => {
        // Inside the data folder, so that a rename can put everything in place.
        work = await workFolder(config.data, 0);
        return prepare(path, work, passphrase, config, membersOf);
      });
      const { madeAt } = prepared;
      const counts = await countsIn(join(work, databaseName), join(work, uploadsName));
      console.log(`The backup is whole. It was made at ${madeAt} and holds`);
      console.log(`${countsInWords(counts)}.`);
      for (const warning of warnings(prepared)) console.log(warning);
      const present = await presentData(config);
      if (present) await agree(present, yes);
      const at = new Date().toISOString();
      const safety = join(config.data, safetyCopyName(at));
      const after = { file: basename(path), madeAt };
      await noteRestore(work, config, { by: atTheShell, at, after });
      await replaceData(work, config, safety);
      console.log(`Restored into ${config.data}. Everybody has to log in again.`);
      console.log("Programs need new tokens; invites and reset links have to be made anew.");
      if (existsSync(safety)) console.log(`What was there before is in ${safety}.`);
    } finally {
      if (work) await rm(work, { recursive: true, force: true });
      release();
    }
  },
});
