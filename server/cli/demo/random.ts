/** A random source that gives the same values each time. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** True with the given probability, 0 to 1. */
  chance(share: number): boolean;
}

/**
 * mulberry32. Written here because Math.random takes no seed and five lines do not need a package.
 * Good enough for a believable year, but never for secrets.
 */
export function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
    chance: (share) => next() < share,
  };
}
