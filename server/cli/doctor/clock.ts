import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startWith } from "../../platform/installation/commands.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/** How much the clocks of two machines may differ before it matters. */
const toleranceMs = 300_000;
const setClock = "sudo timedatectl set-ntp true";

const builtAt = () => statSync(fileURLToPath(import.meta.url)).mtime;

/** Compares the clock with what is past. @param newest the newest instant in the database */
export function checkClock(now: Date, newest: string | null, timeZone: string): Finding {
  const is = `The clock says ${inZone(now, timeZone)} in ${timeZone}`;
  if (now.getTime() + toleranceMs < builtAt().getTime())
    return bad(
      `${is}, which is before this program was built (${inZone(builtAt(), timeZone)}).`,
      setClock,
    );
  if (newest && now.getTime() + toleranceMs < Date.parse(newest))
    return bad(
      `${is}, but something was noted on ${inZone(new Date(newest), timeZone)} already.`,
      setClock,
    );
  return ok(`${is}. Compare it with a watch.`);
}

const inZone = (date: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-ZA", { dateStyle: "full", timeStyle: "short", timeZone }).format(
    date,
  );

/** Whether machine and building have the same time zone. A machine on UTC is common and fine. */
export function checkTimeZone(
  now: Date,
  timeZone: string,
  machine = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): Finding {
  const is = `The building's time zone is ${timeZone}`;
  if (machine === "UTC" || inZone(now, machine) === inZone(now, timeZone)) return ok(`${is}.`);
  return warn(
    `${is}, but this machine's is ${machine}.`,
    `sudo timedatectl set-timezone ${timeZone}; or if the building is there, ${startWith(`TIMEZONE=${machine}`)}`,
  );
}

/** Whether something synchronises the machine's clock; empty where the machine cannot tell. */
export async function checkSynchronised(): Promise<Finding[]> {
  const ask = ["show", "-p", "NTPSynchronized", "--value"];
  try {
    const { stdout } = await promisify(execFile)("timedatectl", ask, { timeout: 3_000 });
    if (stdout.trim() === "yes") return [ok("The clock is kept right over the network.")];
    if (stdout.trim() !== "no") return [];
    return [
      warn(
        "Nothing keeps the machine's clock right.",
        `${setClock}; without internet, compare it with a watch now and then`,
      ),
    ];
  } catch {
    return [];
  }
}
