import { startTransition, useEffect, useState } from "react";

/** The rows drawn first, more than a screen shows, and those added at each later step. */
const rows = { first: 18, step: 16 };
/** The same for phones, where each row is a card several lines high. */
const cards = { first: 6, step: 8 };
/** The pause before more rows are drawn, in ms. */
const restMs = 80;

/**
 * How many rows of a list are drawn so far. The first time it is all, so that no later row widens a
 * column that is being read. A new sort or filter first draws what fits on the screen. The rest
 * follows while nobody presses anything, so that no press waits for rows out of sight.
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
