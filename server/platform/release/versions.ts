/** Compares dotted version numbers: negative when `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((each) => each.split(".").map(Number));
  const differences = [0, 1, 2].map((part) => (left?.[part] ?? 0) - (right?.[part] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
