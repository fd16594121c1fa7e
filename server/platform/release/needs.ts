import { readFileSync } from "node:fs";
import * as z from "zod";
import { compareVersions } from "./versions.ts";

/** The newest library versions that programs need, such as glibc 2.29. */
export const needs = z.object({
  glibc: z.string().regex(/^[\d.]+$/),
  /** In libstdc++'s own numbers: 3.4.21 belongs to GCC 5. */
  glibcxx: z.string().regex(/^[\d.]+$/),
});
export type Needs = z.output<typeof needs>;

/** The versions after a library's name in a program's bytes, each ended by a zero byte. */
function versionsIn(text: string, library: string): string[] {
  const found = text.matchAll(new RegExp(`\\0${library}_(\\d[\\d.]*)(?=\\0)`, "g"));
  return [...found].map(([, version = ""]) => version);
}

/** The versions that compiled programs need. Works for any processor, as it searches for text. */
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
