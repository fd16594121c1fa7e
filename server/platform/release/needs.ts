import { readFileSync } from "node:fs";
import * as z from "zod";

export const needs = z.object({
  glibc: z.string().regex(/^[\d.]+$/),
  /** In libstdc++'s own numbers: 3.4.21 belongs to GCC 5. */
  glibcxx: z.string().regex(/^[\d.]+$/),
});
export type Needs = z.output<typeof needs>;

/** The versions that compiled programs need. Works for any processor, as it searches for text. */
export function needsOf(programs: string[]): Needs {
  const all = { GLIBC: ["0"], GLIBCXX: ["0"] };
  for (const program of programs) {
    const text = readFileSync(program, "latin1");
    for (const library of ["GLIBC", "GLIBCXX"] as const)
      for (const [, version = ""] of text.matchAll(
        new RegExp(`\\0${library}_(\\d[\\d.]*)(?=\\0)`, "g"),
      ))
        all[library].push(version);
  }
  const last = (versions: string[]) => versions.sort(compareVersions).at(-1) ?? "0";
  return { glibc: last(all.GLIBC), glibcxx: last(all.GLIBCXX) };
}

/** Compares dotted version numbers: negative when `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((each) => each.split(".").map(Number));
  const differences = [0, 1, 2].map((part) => (left?.[part] ?? 0) - (right?.[part] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
