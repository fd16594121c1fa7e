import {
  closeSync,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { wayTo } from "../platform/installation/installation.ts";

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

function mayRead(uid: number, file: string): boolean {
  process.seteuid?.(uid);
  try {
    closeSync(openSync(file, "r"));
    return true;
  } catch {
    return false;
  } finally {
    process.seteuid?.(0);
  }
}

/** Whether a user could have put something else there, such as a link to a file of root's. */
function mayPlant({ uid, gid }: Stats, path: string): boolean {
  const places = new Set([resolve(path), realpathSync(path)].flatMap(wayTo));
  return [...places].some((place) => {
    const found = lstatSync(place);
    if (found.uid === uid) return true;
    if (!found.isDirectory() || (found.mode & 0o1000) !== 0) return false;
    return (found.mode & 0o002) !== 0 || (found.gid === gid && (found.mode & 0o020) !== 0);
  });
}

/**
 * Root's commands run as the owner of the data, who may not read others' home folders. So files
 * that the owner cannot read are copied, but not from where the owner can write: those could be
 * links to files the owner must not see.
 * @param folder the data folder
 */
export function copyUnreadableFiles(args: string[], folder: string): string[] {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return args;
  const owner = statSync(folder);
  const { uid, gid } = owner;
  if (uid === 0) return args;
  return args.map((word) => {
    if (!isFile(word) || mayRead(uid, word) || mayPlant(owner, word)) return word;
    const tempFolder = mkdtempSync(join(tmpdir(), "stoep-lent-"));
    process.once("exit", () => rmSync(tempFolder, { recursive: true, force: true }));
    const copy = join(tempFolder, basename(word));
    copyFileSync(word, copy);
    // The folder comes last: once it is theirs, they could replace the copy.
    for (const path of [copy, tempFolder]) lchownSync(path, uid, gid);
    return copy;
  });
}
