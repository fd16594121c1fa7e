import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Instant } from "../clock/clock.ts";

/** Names by which this server was asked for and that it refused, with when it last was. */
export type RefusedHosts = ReadonlyMap<string, Instant>;

/** So many names are remembered, the newest. */
const mostNames = 20;

/** No name is longer, and all are written in visible ASCII: who reads the file may print them. */
const aName = /^[!-~]{1,253}$/;

/** It is written at most this often, since whoever tries out names decides how many there are. */
const pauseMs = 10_000;

const fileIn = (data: string) => join(data, "refused-hosts.json");

const content = z.record(z.string().regex(aName), z.iso.datetime());

/** What the server has noted in this data folder; nothing where there is no such file, or a damaged one. */
export function readRefusedHosts(data: string): RefusedHosts {
  try {
    return new Map(Object.entries(content.parse(JSON.parse(readFileSync(fileIn(data), "utf8")))));
  } catch {
    return new Map();
  }
}

/**
 * Notes refused names in a file, where `doctor` reads them.
 * @returns what notes one; it answers whether the name is new
 */
export function noteRefusedHosts(data: string): (name: string, at: Instant) => boolean {
  const names = new Map(readRefusedHosts(data));
  let writtenAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  const save = () => {
    isWaiting = false;
    writtenAt = performance.now();
    write(fileIn(data), JSON.stringify(Object.fromEntries(names)));
  };
  return (name, at) => {
    if (!aName.test(name)) return false;
    const isNew = !names.has(name);
    names.delete(name);
    names.set(name, at);
    const [oldest] = names.keys();
    if (names.size > mostNames && oldest !== undefined) names.delete(oldest);
    const wait = writtenAt + pauseMs - performance.now();
    if (wait <= 0) save();
    else if (!isWaiting) {
      isWaiting = true;
      setTimeout(save, wait).unref();
    }
    return isNew;
  };
}

/** With a full disk, or where nothing may be written, it is refused all the same. */
function write(file: string, text: string): void {
  try {
    writeFileSync(`${file}.part`, text, { mode: 0o600 });
    renameSync(`${file}.part`, file);
  } catch {
    // Nothing depends on it but what doctor says.
  }
}
