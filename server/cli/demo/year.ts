import type { Db } from "../../database/open.ts";
import { type Moment, momentOf } from "../../platform/clock/clock.ts";
import type { DemoPeople } from "./people.ts";
import type { Random } from "./random.ts";
import { dayMs, hourMs } from "./time.ts";

/** The demo's building is in South Africa, which is two hours ahead of UTC all year. */
const offsetMs = 2 * hourMs;

/** The year of a building, which people fill with what they do in it. */
export interface Year {
  random: Random;
  people: DemoPeople;
  now: Date;
  timeZone: string;
  /** Notes what is done at an instant. What is still to come by then is left out. */
  on(at: Date, act: (db: Db, now: Moment) => void): void;
}

/** This many instants through the year, between two full hours of the building's days. */
export const throughYear = (
  { random, now }: Year,
  count: number,
  from: number,
  until: number,
): Date[] =>
  Array.from({ length: count }, (_, index) => {
    const daysAgo = Math.round(((count - index) * 364) / count);
    const midnight = Math.floor((now.getTime() + offsetMs) / dayMs - daysAgo) * dayMs - offsetMs;
    return new Date(midnight + random.between(from * 3600, until * 3600 - 1) * 1000);
  });

/** Collects what happens until `now`, to be done in that order: ids sort by creation time. */
export function diaryUntil(now: Date, timeZone: string) {
  const entries: { at: Date; live: (db: Db) => void }[] = [];
  const on: Year["on"] = (at, act) => {
    if (at <= now) entries.push({ at, live: (db) => act(db, momentOf(at, timeZone)) });
  };
  return { on, inOrder: () => entries.sort((a, b) => +a.at - +b.at) };
}
