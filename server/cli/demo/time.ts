import type { Db } from "../../database/open.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import type { Random } from "./random.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The demo's building is in South Africa, which is two hours ahead of UTC all year. */
const offsetMs = 2 * hourMs;

/** A random instant between two full hours of the building's day, `daysAgo` days before `now`. */
export function onDay(
  random: Random,
  now: Date,
  daysAgo: number,
  from: number,
  until: number,
): Date {
  const midnight = Math.floor((now.getTime() + offsetMs) / dayMs - daysAgo) * dayMs - offsetMs;
  const second = random.between(from * 3600, until * 3600 - 1);
  return new Date(midnight + second * 1000);
}

export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

/** Moves an instant on a Saturday or Sunday to the Friday before. */
export function onWeekday(at: Date): Date {
  const day = new Date(at.getTime() + offsetMs).getUTCDay();
  return later(at, day === 6 ? -dayMs : day === 0 ? -2 * dayMs : 0);
}

export interface Happening {
  at: Date;
  do: (db: Db, now: Moment) => void;
}
