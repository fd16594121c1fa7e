import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { attempt } from "../platform/files/attempt.ts";
import { lockName } from "../platform/files/lock.ts";

// The facts about other processes that Linux shows in /proc; none elsewhere, or where it may not be
// read.

export interface User {
  uid: number;
  gid: number;
}

export interface Process extends User {
  pid: number;
  program: string;
}

const textOf = (path: string): string => attempt(() => readFileSync(path, "utf8"), "");

const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder), []);

function processOf(pid: number): Process | null {
  const owner = attempt(() => statSync(`/proc/${pid}`), null);
  if (!owner) return null;
  // The name of the main thread is not always that of the program.
  const [command = ""] = textOf(`/proc/${pid}/cmdline`).split("\0");
  const program = basename(command) || textOf(`/proc/${pid}/comm`).trim() || "a program";
  return { pid, program, uid: owner.uid, gid: owner.gid };
}

const listening = "0A";

function socketsOn(port: number): string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = ["tcp", "tcp6"].flatMap((name) => textOf(`/proc/net/${name}`).split("\n"));
  return lines.flatMap((line) => {
    const [, local = "", , state, , , , , , socket = ""] = line.trim().split(/\s+/);
    return state === listening && local.endsWith(ending) ? socket : [];
  });
}

const targetOf = (link: string): string => attempt(() => readlinkSync(link), "");

function opens(pid: string, target: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder).some((name) => targetOf(`${folder}/${name}`) === target);
}

/** The process that listens on a port; null when there is none or it belongs to another user. */
export function holderOfPort(port: number): Process | null {
  const targets = socketsOn(port).map((socket) => `socket:[${socket}]`);
  const pid = namesIn("/proc").find(
    (name) => /^\d+$/.test(name) && targets.some((target) => opens(name, target)),
  );
  return pid === undefined ? null : processOf(Number(pid));
}

/** The process that holds a lock on a file; null when there is none or it cannot be found out. */
export function holderOfLock(file: string): Process | null {
  const { ino, dev } = attempt(() => statSync(file), { ino: null, dev: null });
  const locks = textOf("/proc/locks").matchAll(new RegExp(`WRITE\\s+(\\d+) \\S+:${ino} `, "g"));
  const pids = [...locks].map(([, pid]) => Number(pid));
  // On another disk a file may have the same number.
  const pid = pids.find((each) => {
    const open = namesIn(`/proc/${each}/fd`).map((name) => `/proc/${each}/fd/${name}`);
    const isIt = (path: string) => {
      const found = statSync(path);
      return found.ino === ino && found.dev === dev;
    };
    return open.length === 0 || open.some((path) => attempt(() => isIt(path), false));
  });
  return pid === undefined ? null : processOf(pid);
}

/** The data folder that a server uses; null where that may not be read. */
export function folderOf({ pid }: Process): string | null {
  const lock = namesIn(`/proc/${pid}/fd`)
    .map((name) => targetOf(`/proc/${pid}/fd/${name}`))
    .find((path) => basename(path) === lockName);
  return lock === undefined ? null : dirname(lock);
}

const users = () =>
  textOf("/etc/passwd")
    .split("\n")
    .map((line) => line.split(":"));

export const nameOfUser = (uid: number): string =>
  users().find(([, , number]) => number === String(uid))?.[0] ?? String(uid);

/** The ids of a user and their group; null when this machine has no such user. */
export function userCalled(name: string): User | null {
  const [, , uid, gid] = users().find(([called]) => called === name) ?? [];
  return uid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}
