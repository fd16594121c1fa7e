import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Instant } from "../clock/clock.ts";

/** Names in refused requests, with when each was last seen. */
export type RefusedHosts = ReadonlyMap<string, Instant>;

/** How many names are kept, the newest ones. */
const mostNames = 20;

/** Names of at most 253 visible ASCII characters, so that they are safe to print. */
const aName = /^[!-~]{1,253}$/;

/** The shortest time between two writes, because an attacker decides how many names there are. */
const pauseMs = 10_000;

const fileIn = (data: string) => join(data, "refused-hosts.json");

const content = z.record(z.string().regex(aName), z.iso.datetime());

/** The notes of the server in this data folder; empty if the file is missing or damaged. */
export function readRefusedHosts(data: string): RefusedHosts {
  try {
    return new Map(Object.entries(content.parse(JSON.parse(readFileSync(fileIn(data), "utf8")))));
  } catch {
    return new Map();
  }
}

/**
 * Notes refused names in a file, which `doctor` reads.
 * @returns a function that notes one and returns whether it is new
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

/** If the disk is full or read-only, this fails silently, and the request is refused anyway. */
function write(file: string, text: string): void {
  try {
    writeFileSync(`${file}.part`, text, { mode: 0o600 });
    renameSync(`${file}.part`, file);
  } catch {
    // Only doctor's output depends on it.
  }
}
