import { dayOf } from "../../ui/days.ts";

const isDay = (time: string) => time.length === 10;

/** The building's first day of what begins on a day or at an instant. */
export const firstDayOf = (from: string): string => (isDay(from) ? from : dayOf(new Date(from)));

/** The building's last day of what ends on a day or before an instant. */
export const lastDayOf = (until: string): string =>
  isDay(until) ? until : dayOf(new Date(Date.parse(until) - 1));

/** The least, so that a clock that is a little early does not ask again and again. */
const leastMs = 1_000;
/** While the server does not answer. */
const againMs = 30_000;

/**
 * For `refetchInterval`: how long an answer is still true if nothing happens, because no event says that
 * time has passed. @param changesInMs since it came, as the server says; undefined if it stays true
 */
export function leftOf(changesInMs: number | undefined, cameAt: number): number | false {
  if (changesInMs === undefined) return false;
  const left = changesInMs - (Date.now() - cameAt);
  return left > 0 ? Math.max(left, leastMs) : againMs;
}
