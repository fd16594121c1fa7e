import { startTransition, useEffect, useState } from "react";

/** More than a screen has room for, and how many come at a time after those. */
const rows = { first: 18, step: 16 };
/** On phones, where each is a card several rows high. */
const cards = { first: 6, step: 8 };
/** So long nothing is done before more come. */
const restMs = 80;

/**
 * How many rows of a list are drawn so far: at first all, so that no later one widens a column that is
 * being read. A new arrangement is answered with what fits on the screen; the rest follows while nobody
 * presses anything, so that no press waits for rows out of sight.
 */
export function useDrawn(arrangement: string, total: number): number {
  const [drawn, setDrawn] = useState({ arrangement, count: Number.POSITIVE_INFINITY });
  const { first, step } = innerWidth < 640 ? cards : rows;
  const count = drawn.arrangement === arrangement ? drawn.count : first;
  useEffect(() => {
    if (count >= total) return;
    const more = () => setDrawn({ arrangement, count: count + step });
    const rest = setTimeout(() => startTransition(more), restMs);
    return () => clearTimeout(rest);
  }, [arrangement, count, total, step]);
  return count;
}
