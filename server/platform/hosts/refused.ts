import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Instant } from "../clock/clock.ts";
import { attempt } from "../files/attempt.ts";
import { replaceFile } from "../files/replaceFile.ts";

/** Names in refused requests, with when each was last seen. */
export type RefusedHosts = ReadonlyMap<string, Instant>;

const mostNames = 20;

/** Names of at most 253 visible ASCII characters, so that they are safe to print. */
const aName = /^[!-~]{1,253}$/;

/** The shortest time between two writes, because an attacker decides how many names there are. */
const pauseMs = 10_000;

const fileIn = (data: string) => join(data, "refused-hosts.json");

const content = z.record(z.string().regex(aName), z.iso.datetime());

export const readRefusedHosts = (data: string): RefusedHosts =>
  attempt(
    () => new Map(Object.entries(content.parse(JSON.parse(readFileSync(fileIn(data), "utf8"))))),
    new Map(),
  );

/** Notes refused names in a file, which `doctor` reads. Returns whether a name is new. */
export function noteRefusedHosts(data: string): (name: string, at: Instant) => boolean {
  const names = new Map(readRefusedHosts(data));
  let writtenAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  const save = () => {
    isWaiting = false;
    writtenAt = performance.now();
    // On a full disk only doctor's output lacks it, and the request is refused anyway.
    attempt(() => replaceFile(fileIn(data), JSON.stringify(Object.fromEntries(names))), undefined);
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
