import { accessSync, constants } from "node:fs";
import type { Config } from "../../config.ts";
import type { Db } from "../../database/open.ts";
import { roomIn, scarceBytes } from "../files/diskSpace.ts";
import { stoep } from "../installation/commands.ts";

const words = {
  full: "The building's disk is full, so nothing can be saved. Make room on it, and Stoep carries on by itself.",
  scarce:
    "The building's disk is almost full. Make room on it soon, or nothing can be saved any more.",
  unwritable: `The building's disk cannot be written to, so nothing can be saved. Look at the disk, and run this on the machine: ${stoep} doctor.`,
  held: "Another program is using the database, so nothing can be saved. Stop that program.",
  damaged: `The database is damaged. Stop Stoep and restore the newest good backup: ${stoep} restore FILE.`,
} as const;

type HealthProblem = keyof typeof words;

/** The fault of the machine that an error shows; null if it shows none. */
function problemIn(error: unknown): HealthProblem | null {
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") return "full";
  if (/^(SQLITE_(READONLY|IOERR|CANTOPEN)|EROFS$|EIO$)/.test(code)) return "unwritable";
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return "held";
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return "damaged";
  return null;
}

/** How often a problem is checked again, in milliseconds: a locked database delays each check. */
const lookMs = 2_000;

/** Whether the server can save data. */
export type Health = ReturnType<typeof createHealth>;

/** Remembers a problem with the disk or the database until writing works again. */
export function createHealth({ data }: Pick<Config, "data">, db: Db) {
  let seen: HealthProblem | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Writes an unchanged value, because only a write shows whether writing works. */
  function look(): HealthProblem | null {
    const version = Number(db.$client.pragma("user_version", { simple: true }));
    try {
      db.$client.pragma(`user_version = ${version}`);
      return null;
    } catch (error) {
      return problemIn(error) ?? seen;
    }
  }

  return {
    /** Records errors that say something about the machine. Most do not. */
    notice(error: unknown): void {
      const problem = problemIn(error) ?? problemIn((error as Error | undefined)?.cause);
      if (problem === null || seen === "damaged") return;
      seen = problem;
      lookedAt = performance.now();
    },
    warning(): string | null {
      if (seen !== null && seen !== "damaged" && performance.now() - lookedAt >= lookMs) {
        seen = look();
        lookedAt = performance.now();
      }
      const now = seen ?? diskProblem(data);
      return now && words[now];
    },
  };
}

function diskProblem(folder: string): HealthProblem | null {
  try {
    if (roomIn(folder, scarceBytes) === 0) return "scarce";
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS" ? "unwritable" : null;
  }
}
