import type { Certificates } from "./certificates.ts";
import type { Pair } from "./pair.ts";

/** The certificate in use, and the listeners for its replacement. */
export function keepPair(first: Pair) {
  let now = first;
  const takers = new Set<(pair: Pair) => void>();
  return {
    pair: () => now,
    replace(next: Pair) {
      now = next;
      for (const take of takers) take(next);
    },
    onRenewed: ((take) => {
      takers.add(take);
      return () => void takers.delete(take);
    }) satisfies Certificates["onRenewed"],
  };
}
