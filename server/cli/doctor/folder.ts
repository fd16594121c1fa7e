import { accessSync, constants, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { asRoot, start, startWith } from "../../platform/installation/commands.ts";
import { wayTo } from "../../platform/installation/installation.ts";
import { nameOfUser } from "../processes.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/** As whom the server runs. */
export interface User {
  uid: number;
  gid: number;
}

/** As whom a server would run: whoever asks, unless that is root, who only looks after somebody else's. */
export function userOf(folder: string): User {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  try {
    return uid === 0 ? statSync(folder) : { uid, gid };
  } catch {
    return { uid, gid };
  }
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

/** The first folder on the way to one that lets whoever asks not through. */
const closedAbove = (folder: string) =>
  wayTo(folder).find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return false;
    } catch {
      return true;
    }
  });

/** What gives a folder with all that is in it to a user. */
export const takeOver = (folder: string, { uid }: User): string =>
  `sudo chown -R ${nameOfUser(uid)}: '${folder}' && sudo chmod -R u+rwX '${folder}'`;

/**
 * Whether the server can work in its data folder, and nobody else can.
 * @param isRoot whether it is root who asks, who can mend more
 */
export function checkFolder(folder: string, user: User, isRoot: boolean): Finding[] {
  let stats: Stats;
  try {
    stats = statSync(folder);
  } catch (error) {
    const words = inWords[(error as NodeJS.ErrnoException).code ?? ""];
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

/** Whether a folder is there that does not let whoever asks look into it. */
export function isClosed(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}

/** What must be a folder if it is there. */
function checkInner(path: string): Finding[] {
  try {
    if (!lstatSync(path).isFile()) return [];
    return [bad(`${path} is a file, not a folder.`, `mv '${path}' '${path}.old'`)];
  } catch {
    return [];
  }
}

function checkRights(folder: string, stats: Stats, user: User): Finding {
  if (isReadOnly(folder))
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

/** Others on the machine have no business among people's data. */
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

/** By owner and rights, because root, who may be asking, can open everything. */
function mayUse(stats: Stats, user: User): boolean {
  if (user.uid === 0) return true;
  const whose = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  const wanted = stats.isDirectory() ? 7 : 6;
  return ((stats.mode >> whose) & wanted) === wanted;
}

function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS";
  }
}

/** Every file and folder inside, links left out; of a closed folder only itself. */
function namesIn(folder: string, within = ""): string[] {
  return listOf(join(folder, within))
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .flatMap((entry) => {
      const path = join(within, entry.name);
      return entry.isDirectory() ? [path, ...namesIn(folder, path)] : [path];
    });
}

function listOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

const few = 3;
const some = (names: string[]) =>
  names.slice(0, few).join(", ") + (names.length > few ? ` and ${names.length - few} more` : "");
