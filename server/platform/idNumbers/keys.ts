import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const keyBytes = 32;
const nameOf = (id: string) => `identity-${id}.key`;

/** How a key is called in what it sealed: so that another one is told apart from a damaged text. */
const idOf = (key: Buffer) => createHash("sha256").update(key).digest("hex").slice(0, 8);

/** Keys by their id. More than one after a restore or a lost file that came back; each opens its own. */
export type Keys = Map<string, Buffer>;

/** The keys of a folder; a damaged file is none. */
export function readKeys(folder: string): Keys {
  const keys: Keys = new Map();
  if (!existsSync(folder)) return keys;
  for (const name of readdirSync(folder).sort()) {
    const id = /^identity-([\da-f]{8})\.key$/.exec(name)?.[1];
    if (!id) continue;
    const key = Buffer.from(readFileSync(join(folder, name), "utf8").trim(), "base64");
    if (key.length === keyBytes && idOf(key) === id) keys.set(id, key);
  }
  return keys;
}

/** A new key, on the disk before anything is sealed with it; in a folder of null in memory only. */
export function makeKey(folder: string | null): [id: string, key: Buffer] {
  const key = randomBytes(keyBytes);
  const id = idOf(key);
  if (folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, nameOf(id));
    // Under another name first: half a key must not be taken for one, nor be backed up.
    writeFileSync(`${path}.part`, `${key.toString("base64")}\n`, { mode: 0o600 });
    sync(`${path}.part`);
    renameSync(`${path}.part`, path);
    sync(folder);
  }
  return [id, key];
}

function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
