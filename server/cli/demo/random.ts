/** Chance that comes out the same each time. */
export interface Random {
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** True so often, 0 to 1. */
  chance(share: number): boolean;
}

/**
 * mulberry32. Our own because Math.random takes no seed and five lines are no reason for a package;
 * good enough for a believable year, never for secrets.
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
