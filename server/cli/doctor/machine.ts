import { readFileSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { attempt } from "../../platform/files/attempt.ts";
import { start } from "../../platform/installation/commands.ts";
import { ownInstallation } from "../../platform/installation/installation.ts";
import { root } from "../../platform/installation/paths.ts";
import { readRelease } from "../../platform/release/manifest.ts";
import { glibcHere, loadDatabaseModule } from "../../platform/release/modules.ts";
import { compareVersions } from "../../platform/release/needs.ts";
import { ReleaseError } from "../../platform/release/releaseError.ts";
import { trustInWords } from "../../platform/release/trust.ts";
import { sized } from "../words.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/** The end of support of each supported Node major version, as Node's maintainers publish it. */
const cared: Record<string, string> = {
  20: "2026-04-30",
  21: "2024-06-01",
  22: "2027-04-30",
  23: "2025-06-01",
  24: "2028-04-30",
  25: "2026-06-01",
  26: "2029-04-30",
};

/** @param running such as `22.11.0` */
export function checkNode(running: string, now = new Date()): Finding {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const wanted = String(engines.node).replace(/[^\d.]/g, "");
  if (compareVersions(running, wanted) < 0)
    return bad(`Node ${running} is too old.`, `Install Node ${wanted} or later, then: ${start}`);
  const until = cared[running.split(".")[0] ?? ""];
  if (until === undefined || now < new Date(until)) return ok(`Node ${running}.`);
  return warn(
    `Node ${running} has had no security fixes since ${until}, so holes in it stay open.`,
    ownInstallation()
      ? "Upgrade to a newer release of Stoep, which brings a newer Node."
      : `Install Node 24, then: ${start}`,
  );
}

export async function checkProgram(): Promise<Finding[]> {
  try {
    loadDatabaseModule();
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    return [bad(error.message, "Install the archive made for this machine.")];
  }
  if (!ownInstallation()) return [];
  const release = await readRelease(root);
  const requirement =
    release.needs &&
    `It needs glibc ${release.needs.glibc} or newer, and this machine has ${glibcHere()}.`;
  return [...(requirement ? [ok(requirement)] : []), ok(trustInWords(release))];
}

const needed = 100e6;
const comfortable = 1e9;
const fewFiles = 100;

export async function checkSpace(
  folder: string,
  { program = root, temporary = tmpdir() } = {},
): Promise<Finding[]> {
  const disks = [
    { place: nearest(folder), what: "the data's disk", enough: comfortable },
    { place: nearest(program), what: `the program's disk (${program})`, enough: needed },
    {
      place: nearest(temporary),
      what: `the disk of temporary files (${temporary})`,
      enough: needed,
    },
  ];
  const devices = disks.map(({ place }) => statSync(place).dev);
  const others = disks.filter((_, i) => devices.indexOf(devices[i] ?? 0) === i);
  return Promise.all(others.map(({ place, what, enough }) => checkDisk(place, what, enough)));
}

/** @param enough how many bytes should be free; less than what is needed is always bad */
async function checkDisk(place: string, what: string, enough: number): Promise<Finding> {
  const { bavail, bsize, files, ffree } = await statfs(place);
  const free = bavail * bsize;
  const mend = `Move old files off it: sudo du -xh '${place}' | sort -h | tail`;
  // Some file systems do not count files.
  if (files > 0 && ffree < fewFiles)
    return bad(`There is no room for more files on ${what}, however small.`, mend);
  const says = `${sized(free)} are free on ${what}.`;
  if (free < needed) return bad(says, mend);
  return free < enough ? warn(says, mend) : ok(says);
}

function nearest(folder: string): string {
  let place = folder;
  while (!isFolder(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

const isFolder = (place: string): boolean => attempt(() => statSync(place).isDirectory(), false);
