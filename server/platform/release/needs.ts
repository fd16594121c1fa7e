import { readFileSync } from "node:fs";
import * as z from "zod";
import { compareVersions } from "./versions.ts";

/** The newest of each kind that programs ask for, such as glibc 2.29. */
export const needs = z.object({
  glibc: z.string().regex(/^[\d.]+$/),
  /** How libstdc++ counts: 3.4.21 is in that of GCC 5. */
  glibcxx: z.string().regex(/^[\d.]+$/),
});
export type Needs = z.output<typeof needs>;

/** The versions that stand in a program by a library's name, each ended by a zero byte. */
function versionsIn(text: string, library: string): string[] {
  const found = text.matchAll(new RegExp(`\\0${library}_(\\d[\\d.]*)(?=\\0)`, "g"));
  return [...found].map(([, version = ""]) => version);
}

/** What compiled programs ask for, for whichever processor: the names stand in them as they are. */
export function needsOf(programs: string[]): Needs {
  const all = { GLIBC: ["0"], GLIBCXX: ["0"] };
  for (const program of programs) {
    const text = readFileSync(program, "latin1");
    for (const library of ["GLIBC", "GLIBCXX"] as const)
      all[library].push(...versionsIn(text, library));
  }
  const last = (versions: string[]) => versions.sort(compareVersions).at(-1) ?? "0";
  return { glibc: last(all.GLIBC), glibcxx: last(all.GLIBCXX) };
}
