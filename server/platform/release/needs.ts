import * as z from "zod";

export const needs = z.object({
  glibc: z.string().regex(/^[\d.]+$/),
  /** In libstdc++'s own numbers: 3.4.21 belongs to GCC 5. */
  glibcxx: z.string().regex(/^[\d.]+$/),
});
export type Needs = z.output<typeof needs>;

/** Compares dotted version numbers: negative when `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((each) => each.split(".").map(Number));
  const differences = [0, 1, 2].map((part) => (left?.[part] ?? 0) - (right?.[part] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
