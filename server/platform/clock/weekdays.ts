import type { Day } from "./clock.ts";
import { sayFullDay } from "./dayTexts.ts";

const dayMs = 86_400_000;
const dayOfEpoch = (count: number): Day => new Date(count * dayMs).toISOString().slice(0, 10);

/** From 1 for Monday to 7 for Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof weekdays)[number];

/** "Monday". The fifth of January 1970 was one. */
export const sayWeekday = (weekday: Weekday) =>
  sayFullDay(dayOfEpoch(weekday + 3)).split(",")[0] ?? "";

export const weekdayOf = (day: Day): Weekday =>
  (((Math.floor(Date.parse(day) / dayMs) + 3) % 7) + 1) as Weekday;

/** "Monday, Wednesday, 07:00 to 17:00"; three or more in a row as "Monday to Friday". */
export const sayRegularly = (of: readonly Weekday[], from: string, until: string): string => {
  const [first, last] = [of[0] ?? 1, of.at(-1) ?? 7];
  const areInRow = of.length > 2 && last - first === of.length - 1;
  const days = areInRow
    ? [first, last].map(sayWeekday).join(" to ")
    : of.map(sayWeekday).join(", ");
  return `${days}, ${from} to ${until}`;
};
