import { startTransition, useEffect, useState } from "react";

/** The rows drawn first, more than a screen shows, and those added at each later step. */
const rows = { first: 18, step: 16 };
const cards = { first: 6, step: 8 };
const restMs = 80;

/** All rows at first. A new sort or filter draws what fits, so that no press waits for the rest. */
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
