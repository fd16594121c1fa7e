import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

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

/**
 * A command that root gives is carried out by the owner of the data, who may not look into root's or
 * anybody's home. So files among the words that they cannot read are copied for them, until the end.
 * @param folder the data folder
 */
export function lendFiles(words: string[], folder: string): string[] {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return words;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return words;
  return words.map((word) => {
    if (!isFile(word) || mayRead(uid, word)) return word;
    const lent = mkdtempSync(join(tmpdir(), "stoep-lent-"));
    process.once("exit", () => rmSync(lent, { recursive: true, force: true }));
    const copy = join(lent, basename(word));
    copyFileSync(word, copy);
    for (const path of [lent, copy]) chownSync(path, uid, gid);
    return copy;
  });
}
