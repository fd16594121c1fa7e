import { readFileSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { start } from "../../calls.ts";
import { root } from "../../paths.ts";
import { sized } from "../words.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/** Compares dotted version numbers: negative when `a` is the older one. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((each) => each.split(".").map(Number));
  const differences = [0, 1, 2].map((part) => (left?.[part] ?? 0) - (right?.[part] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** @param running such as `22.11.0` */
export function checkNode(running: string): Finding {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const wanted = String(engines.node).replace(/[^\d.]/g, "");
  if (compareVersions(running, wanted) >= 0) return ok(`Node ${running}.`);
  return bad(`Node ${running} is too old.`, `Install Node ${wanted} or later, then: ${start}`);
}

const needed = 100e6;
const comfortable = 1e9;
const fewFiles = 100;

/** The disk the data folder is on, or will be, and that of temporary files if it is another. */
export async function checkSpace(folder: string, temporary = tmpdir()): Promise<Finding[]> {
  const [data, other] = [nearest(folder), nearest(temporary)];
  const findings = [await checkDisk(data, "the disk", comfortable)];
  if (statSync(data).dev !== statSync(other).dev)
    findings.push(await checkDisk(other, `the disk of temporary files (${temporary})`, needed));
  return findings;
}

/** @param enough how many bytes should be free; fewer than are needed is bad in any case */
async function checkDisk(place: string, what: string, enough: number): Promise<Finding> {
  const { bavail, bsize, files, ffree } = await statfs(place);
  const free = bavail * bsize;
  const mend = `Move old files off it: sudo du -xh '${place}' | sort -h | tail`;
  // Some file systems count no files.
  if (files > 0 && ffree < fewFiles)
    return bad(`There is no room for more files on ${what}, however small.`, mend);
  const says = `${sized(free)} are free on ${what}.`;
  if (free < needed) return bad(says, mend);
  return free < enough ? warn(says, mend) : ok(says);
}

/** The folder, or the one in which it will be made. */
function nearest(folder: string): string {
  let place = folder;
  while (!isFolder(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}
