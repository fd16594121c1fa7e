/** A random source that gives the same values each time. */
export type Random = ReturnType<typeof seeded>;

/** mulberry32, because Math.random takes no seed. Never for secrets. */
export function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from `low` to `high`, both included. */
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
    /** True with the given probability, 0 to 1. */
    chance: (share: number) => next() < share,
  };
}
