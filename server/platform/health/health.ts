import { accessSync, constants } from "node:fs";
import type { Config } from "../../config.ts";
import type { Db } from "../../database/open.ts";
import { roomIn, scarceBytes } from "../files/diskSpace.ts";
import { stoep } from "../installation/commands.ts";

/** What an admin is told, by what was seen. */
const words = {
  full: "The building's disk is full, so nothing can be saved. Make room on it, and Stoep carries on by itself.",
  scarce:
    "The building's disk is almost full. Make room on it soon, or nothing can be saved any more.",
  unwritable: `The building's disk cannot be written to, so nothing can be saved. Look at the disk, and run this on the machine: ${stoep} doctor.`,
  held: "Another program is using the database, so nothing can be saved. Stop that program.",
  damaged: `The database is damaged. Stop Stoep and restore the newest good backup: ${stoep} restore FILE.`,
} as const;

type HealthProblem = keyof typeof words;

/** What a failure says of the machine; null where it says nothing. */
function problemIn(error: unknown): HealthProblem | null {
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") return "full";
  if (/^(SQLITE_(READONLY|IOERR|CANTOPEN)|EROFS$|EIO$)/.test(code)) return "unwritable";
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return "held";
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return "damaged";
  return null;
}

/** A trouble is looked into at most so often, because a held database makes one wait. */
const lookMs = 2_000;

/** How the house is: whether it can save what people do. */
export type Health = ReturnType<typeof createHealth>;

/** Remembers what went wrong with the disk or the database until writing works again. */
export function createHealth({ data }: Pick<Config, "data">, db: Db) {
  let seen: HealthProblem | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Saves something that changes nothing, since only that tells. */
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
    /** Takes note of whatever failed; most failures say nothing of the machine. */
    notice(error: unknown): void {
      const problem = problemIn(error) ?? problemIn((error as Error | undefined)?.cause);
      if (problem === null || seen === "damaged") return;
      seen = problem;
      lookedAt = performance.now();
    },
    /** What an admin must know of, in a sentence; null when all is well. */
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

/** What the disk itself says. */
function diskProblem(folder: string): HealthProblem | null {
  try {
    if (roomIn(folder, scarceBytes) === 0) return "scarce";
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS" ? "unwritable" : null;
  }
}
