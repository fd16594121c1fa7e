import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files/replaceFile.ts";

const keyBytes = 32;
const nameOf = (id: string) => `identity-${id}.key`;

/** The id of a key in what it encrypted, to tell a missing key from a damaged text. */
const idOf = (key: Buffer) => createHash("sha256").update(key).digest("hex").slice(0, 8);

/** Keys by id. There can be several after a restore, or when a lost file came back. */
export type Keys = Map<string, Buffer>;

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

/** Makes a key and writes it to the disk before it is used; only in memory if folder is null. */
export function makeKey(folder: string | null): [id: string, key: Buffer] {
  const key = randomBytes(keyBytes);
  const id = idOf(key);
  if (folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    replaceFile(join(folder, nameOf(id)), `${key.toString("base64")}\n`);
  }
  return [id, key];
}
