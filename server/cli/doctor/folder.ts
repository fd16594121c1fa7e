import { accessSync, constants, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../platform/files/attempt.ts";
import { systemErrorInWords } from "../../platform/health/systemErrors.ts";
import { asRoot, start, startWith } from "../../platform/installation/commands.ts";
import { wayTo } from "../../platform/installation/installation.ts";
import { nameOfUser, type User } from "../processes.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/** The user a server would run as: the current one, or for root the owner of the folder. */
export function userOf(folder: string): User {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  return own.uid === 0 ? attempt(() => statSync(folder), own) : own;
}

const inWords: Record<string, (folder: string, isRoot: boolean) => Finding> = {
  ENOENT: (folder) => warn(`The data folder ${folder} is not there yet.`, `${start} makes it.`),
  ENOTDIR: (folder) =>
    bad(
      `${folder} cannot exist, because part of its path is a file.`,
      startWith("STOEP_DATA=/another/folder"),
    ),
  EACCES: (folder, isRoot) =>
    bad(
      `The user ${nameOfUser(process.getuid?.() ?? 0)} may not enter a folder on the way to the data folder ${folder}.`,
      isRoot ? `sudo chmod o+x '${closedAbove(folder)}'` : asRoot,
    ),
};

const closedAbove = (folder: string) =>
  wayTo(folder).find((place) => accessError(place, constants.X_OK) !== null);

/** The code of the error with which the system refuses this access; null if it is allowed. */
function accessError(path: string, wanted: number): string | null {
  try {
    accessSync(path, wanted);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}

export const takeOver = (folder: string, { uid }: User): string =>
  `sudo chown -R ${nameOfUser(uid)}: '${folder}' && sudo chmod -R u+rwX '${folder}'`;

/** Whether the server, and nobody else, can use its data folder. @param isRoot who can mend more */
export function checkFolder(folder: string, user: User, isRoot: boolean): Finding[] {
  let stats: Stats;
  try {
    stats = statSync(folder);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const lost = code === "ENOENT" && systemErrorInWords(error);
    if (lost) return [bad(lost, `ls -l '${folder}'`)];
    const words = inWords[code];
    if (!words) throw error;
    return [words(folder, isRoot)];
  }
  if (!stats.isDirectory())
    return [bad(`${folder} is a file, not a folder.`, startWith("STOEP_DATA=/another/folder"))];
  return [
    checkRights(folder, stats, user),
    ...checkPrivacy(folder, stats),
    ...["uploads", "backups"].flatMap((name) => checkInner(join(folder, name))),
  ];
}

export const isClosed = (folder: string): boolean =>
  accessError(folder, constants.R_OK | constants.X_OK) === "EACCES";

function checkInner(path: string): Finding[] {
  if (!attempt(() => lstatSync(path).isFile(), false)) return [];
  return [bad(`${path} is a file, not a folder.`, `mv '${path}' '${path}.old'`)];
}

function checkRights(folder: string, stats: Stats, user: User): Finding {
  if (accessError(folder, constants.W_OK) === "EROFS")
    return bad(
      `The data folder ${folder} is on a disk that cannot be written to.`,
      `sudo mount -o remount,rw "$(df --output=target '${folder}' | tail -1)"`,
    );
  const name = nameOfUser(user.uid);
  if (!mayUse(stats, user))
    return bad(
      `The data folder ${folder} belongs to ${nameOfUser(stats.uid)}, and the server runs as the user ${name}, who may not write in it.`,
      takeOver(folder, user),
    );
  const closed = namesIn(folder).filter((file) => !mayUse(lstatSync(join(folder, file)), user));
  if (closed.length > 0)
    return bad(
      `The user ${name} may not read and write ${some(closed)} in ${folder}.`,
      takeOver(folder, user),
    );
  return ok(`The data folder ${folder} can be written to.`);
}

/** Other users of the machine must not read people's data. */
function checkPrivacy(folder: string, { mode }: Stats): Finding[] {
  if ((mode & 0o077) === 0) return [];
  const rights = (mode & 0o777).toString(8);
  return [
    warn(
      `The data folder is open to other users of this machine (rights ${rights}).`,
      `chmod 700 '${folder}'`,
    ),
  ];
}

/** Judged by owner and mode bits, because root, who may run this, can open everything. */
function mayUse(stats: Stats, user: User): boolean {
  if (user.uid === 0) return true;
  const whose = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  const wanted = stats.isDirectory() ? 7 : 6;
  return ((stats.mode >> whose) & wanted) === wanted;
}

/** Every file and folder inside, except links. An unreadable folder gives only its own name. */
function namesIn(folder: string, within = ""): string[] {
  return listOf(join(folder, within))
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .flatMap((entry) => {
      const path = join(within, entry.name);
      return entry.isDirectory() ? [path, ...namesIn(folder, path)] : [path];
    });
}

const listOf = (folder: string) => attempt(() => readdirSync(folder, { withFileTypes: true }), []);

const few = 3;
const some = (names: string[]) =>
  names.slice(0, few).join(", ") + (names.length > few ? ` and ${names.length - few} more` : "");
