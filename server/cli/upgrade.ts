import { spawn } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DataInUse, holdData } from "../platform/files/lock.ts";
import {
  type Installation,
  installationAt,
  ownInstallation,
  requireAccess,
} from "../platform/installation/installation.ts";
import { readJournal, undoUpgrade } from "../platform/release/undo.ts";
import { putBack, upgrade as upgradeTo } from "../platform/release/upgrade.ts";
import { command, Refusal } from "./command.ts";

const usualPrefix = "/opt/stoep";

function holdInstallation({ prefix }: Installation): () => void {
  requireAccess(prefix, constants.W_OK);
  return holdData(prefix, `Another upgrade is at work on ${prefix}. Wait for it.`);
}

/** A process that outlives this one and rolls everything back unless this one calls it off. */
function watchOver({ prefix, fallback }: Installation): () => void {
  const guardian = spawn(join(fallback, "stoep"), ["recover", "--watch", "--prefix", prefix], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guardian.unref();
  return () => guardian.kill("SIGTERM");
}

export const upgrade = command({
  name: "upgrade",
  summary: "Replaces the installed release with a newer one, and goes back if that fails.",
  file: "required",
  options: {
    prefix: { type: "string", value: "FOLDER", help: `Where Stoep is installed: ${usualPrefix}.` },
    unsigned: { type: "boolean", help: "Takes a release although nobody can check who made it." },
  },
  notes: [
    "FILE is the archive of the newer release, with its signature (.minisig) beside it. Stoep makes a backup",
    "and stops for some seconds. If anything goes wrong, the old program and the old data come back by themselves.",
  ],
  async run({ prefix, unsigned }, file) {
    const installation = prefix
      ? installationAt(resolve(prefix))
      : (ownInstallation() ?? installationAt(usualPrefix));
    if (!existsSync(installation.settings))
      throw new Refusal(
        `No Stoep is installed in ${installation.prefix}. Name the folder with --prefix; a Stoep that runs from its sources is upgraded with: git pull && scripts/start`,
      );
    const release = holdInstallation(installation);
    try {
      const cutOff = readJournal(installation.journal);
      if (cutOff) {
        console.log(
          "An earlier upgrade was interrupted. Putting back the release and the data from before it.",
        );
        await putBack(installation, cutOff);
      }
      let step = 0;
      const say = (what: string) => {
        step += 1;
        console.log(`${step}. ${what} ...`);
      };
      const watch = () => watchOver(installation);
      const done = await upgradeTo(installation, resolve(file), {
        say,
        watch,
        unsigned,
        note: console.log,
      });
      if (done) console.log(`Upgraded from Stoep ${done.from} to ${done.to}.`);
      else console.log("This release is installed already, so nothing was changed.");
    } finally {
      release();
    }
  },
});

async function parentGone(): Promise<void> {
  for await (const _ of process.stdin);
}

function holdUnlessHeld(installation: Installation): (() => void) | null {
  try {
    return holdInstallation(installation);
  } catch (error) {
    if (error instanceof DataInUse) return null;
    throw error;
  }
}

/** Null once there is nothing left to roll back, because the other process has done it. */
async function holdInTheEnd(installation: Installation): Promise<(() => void) | null> {
  for (; readJournal(installation.journal); await wait(200)) {
    const release = holdUnlessHeld(installation);
    if (release) return release;
  }
  return null;
}

export const recover = command({
  name: "recover",
  summary: "Puts back what an upgrade that was cut off has left, if there is any.",
  options: {
    prefix: { type: "string", value: "FOLDER", help: `Where Stoep is installed: ${usualPrefix}.` },
    starting: { type: "boolean", help: "Leaves the server alone: it is just being started." },
    watch: { type: "boolean", help: "Waits first until the upgrade that started it is gone." },
  },
  notes: ["Nobody has to run it: an upgrade and every start of the service do."],
  async run({ prefix, starting, watch }) {
    const installation = prefix ? installationAt(resolve(prefix)) : ownInstallation();
    if (!installation) return;
    if (watch) await parentGone();
    // A start does not wait: a running upgrade itself starts the server, and so this command.
    if (!readJournal(installation.journal)) return;
    const release = await (watch ? holdInTheEnd : holdUnlessHeld)(installation);
    if (!release) return;
    try {
      // Read it again: while this process waited, another may have rolled everything back.
      const journal = readJournal(installation.journal);
      if (!journal) return;
      await (starting ? undoUpgrade : putBack)(installation, journal);
      console.log("An upgrade was interrupted. The release and the data from before it are back.");
    } finally {
      release();
    }
  },
});
