import { constants } from "node:fs";
import { dataFolder } from "../config.ts";
import { AppError, refusalOf } from "../errors.ts";
import { BackupError } from "../platform/backup/archive/manifest.ts";
import { dropOwnWork } from "../platform/backup/disk.ts";
import { systemErrorInWords } from "../platform/health/systemErrors.ts";
import { start, stoep } from "../platform/installation/commands.ts";
import {
  becomeOwnerOf,
  isCandidate,
  ownInstallation,
  requireAccess,
  takeInstalledSettings,
} from "../platform/installation/installation.ts";
import { version } from "../platform/installation/paths.ts";
import { ReleaseError } from "../platform/release/manifest.ts";
import { address } from "./address.ts";
import { asOwner } from "./asOwner.ts";
import { awaitAnswer } from "./awaitAnswer.ts";
import { backup } from "./backup.ts";
import { columns, helpOf, Refusal, runCommand, UsageError } from "./command.ts";
import { createAdmin } from "./createAdmin.ts";
import { demo } from "./demo.ts";
import { doctor } from "./doctor.ts";
import { refuseUnfitHere } from "./fitness.ts";
import { importList } from "./importList.ts";
import { copyUnreadableFiles } from "./lendFiles.ts";
import { preflight } from "./preflight.ts";
import { resetPassword } from "./resetPassword.ts";
import { restore } from "./restore.ts";
import { tryOut } from "./tryOut.ts";
import { unpack } from "./unpack.ts";
import { recover, upgrade } from "./upgrade.ts";
import { verify } from "./verify.ts";

const commands = [
  ...[createAdmin, resetPassword, importList, backup, restore, verify, demo, doctor, address],
  ...[upgrade, recover, tryOut],
];

/** They look after what is root's, or at what its owner may not see. */
const forRoot = [upgrade, recover, doctor, asOwner, preflight, awaitAnswer];

/** They read them by themselves, or must work whatever stands in them. */
const withoutSettings = [upgrade, recover, asOwner, preflight];

/** What other processes of Stoep ask of this program; nobody types it. */
const internalCommands = [unpack, asOwner, preflight, awaitAnswer];

const overview = () =>
  [
    `Usage: ${stoep} COMMAND [OPTIONS]`,
    "",
    columns(commands.map(({ name, summary }) => [name, summary])),
    "",
    `${stoep} COMMAND --help says more. STOEP_DATA names the data folder, as for ${start}.`,
  ].join("\n");

async function main([name, ...words]: string[]): Promise<void> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help")
    return console.log(overview());
  if (name === "--version") {
    if (isCandidate()) await refuseUnfitHere(ownInstallation()?.settings ?? null);
    return console.log(version);
  }
  const command = [...commands, ...internalCommands].find((each) => each.name === name);
  if (!command) throw new UsageError(`There is no command "${name}".\n\n${overview()}`);
  if (words.includes("--help") || words.includes("-h")) return console.log(helpOf(command));
  if (!withoutSettings.includes(command)) takeInstalledSettings();
  if (forRoot.includes(command)) return runCommand(command, words);
  requireAccess(dataFolder(), constants.R_OK | constants.W_OK | constants.X_OK);
  const readable = copyUnreadableFiles(words, dataFolder());
  becomeOwnerOf(dataFolder());
  await runCommand(command, readable);
}

const ourWords = [Refusal, UsageError, AppError, BackupError, ReleaseError];

/** What to tell the person at the machine about a failure. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (ourWords.some((kind) => error instanceof kind)) return error.message;
  const systemError = systemErrorInWords(error);
  if (systemError) return systemError;
  const { code, message } = refusalOf(error);
  if (code === "server.busy" || code === "server.full") return message;
  // The system's own words name the file and what is wrong with it; anything else is a fault of ours.
  const system = (error as NodeJS.ErrnoException).syscall !== undefined;
  return system ? error.message : `This should not have happened:\n${error.stack}`;
}

/** Ends in the middle of something: when told to, and when the server that wanted it is gone. */
function end(): void {
  dropOwnWork();
  process.exit(143);
}
process.once("SIGTERM", end);
process.once("disconnect", end);
// Being listened for, the channel would keep this process alive.
process.channel?.unref();

// What Stoep writes is for its own user alone.
process.umask(0o077);
main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(inWords(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
