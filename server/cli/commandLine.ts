import { constants } from "node:fs";
import { dataFolder } from "../config.ts";
import { AppError } from "../errors.ts";
import { refusalOf } from "../http/refusals.ts";
import { BackupError } from "../platform/backup/archive/manifest.ts";
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
import { ReleaseError } from "../platform/release/releaseError.ts";
import { address } from "./address.ts";
import { asOwner } from "./asOwner.ts";
import { awaitAnswer } from "./awaitAnswer.ts";
import { backup } from "./backup.ts";
import { columns, helpOf, Refusal, runCommand, UsageError } from "./command.ts";
import { copyUnreadableFiles } from "./copyUnreadableFiles.ts";
import { createAdmin } from "./createAdmin.ts";
import { demo } from "./demo.ts";
import { doctor } from "./doctor.ts";
import { importList } from "./importList.ts";
import { preflight, refuseUnfitHere } from "./preflight.ts";
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

/** These stay root: they manage root's files, or look at what the data's owner may not see. */
const forRoot = [upgrade, recover, doctor, asOwner, preflight, awaitAnswer];

/** These read the settings themselves, or must work even if the settings are wrong. */
const withoutSettings = [upgrade, recover, asOwner, preflight];

/** Other processes of Stoep run these; nobody types them. */
const internalCommands = [unpack, asOwner, preflight, awaitAnswer];

const overview = () =>
  [
    `Usage: ${stoep} COMMAND [OPTIONS]`,
    "",
    columns(commands.map(({ name, summary }) => [name, summary])),
    "",
    `${stoep} COMMAND --help says more. STOEP_DATA names the data folder, as for ${start}.`,
  ].join("\n");

async function run([name, ...words]: string[]): Promise<void> {
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

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (ourWords.some((kind) => error instanceof kind)) return error.message;
  const systemError = systemErrorInWords(error);
  if (systemError) return systemError;
  const { code, message } = refusalOf(error);
  if (code === "server.busy" || code === "server.full") return message;
  // A system error names the file and the problem; any other error is a fault in Stoep.
  const system = (error as NodeJS.ErrnoException).syscall !== undefined;
  return system ? error.message : `This should not have happened:\n${error.stack}`;
}

export async function commandLine(words: string[]): Promise<void> {
  try {
    await run(words);
  } catch (error) {
    console.error(inWords(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
