import { dayWords } from "../lists/words.ts";
import type { Day } from "./clock.ts";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const minuteMs = 60_000;

/** A format that is created at first use, because that takes a slow phone a while. */
function lazyFormat(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (zone = "UTC") => {
    const format =
      formats.get(zone) ?? new Intl.DateTimeFormat("en-ZA", { ...options, timeZone: zone });
    formats.set(zone, format);
    return format;
  };
}

const clock = lazyFormat({
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
// A calendar day is the same in every zone, so these format it in UTC, in which it is parsed.
const shortMonth = lazyFormat({ month: "short" });
const longDay = lazyFormat({ day: "numeric", month: "long", year: "numeric" });
const fullDay = lazyFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" });

export const daysBetween = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / dayMs;

const nearDays = new Map([
  [-1, "yesterday"],
  [0, "today"],
  [1, "tomorrow"],
]);

/** A day as people say it: "today", "3 Dec", "3 Dec 2025". */
export function sayDay(day: Day, now: Day): string {
  const days = daysBetween(now, day);
  const near = nearDays.get(days);
  if (near) return near;
  return day.slice(0, 4) === now.slice(0, 4) ? shortDay(day) : paperDay(day);
}

const months = new Map<string, string>();
const monthOf = (day: Day): string => {
  const known = months.get(day.slice(5, 7)) ?? shortMonth().format(new Date(day));
  months.set(day.slice(5, 7), known);
  return known;
};

/** Built by hand, because Intl's short date for South Africa begins with a zero: "03 Dec". */
const shortDay = (day: Day) => `${Number(day.slice(8))} ${monthOf(day)}`;

/** A day for paper: "3 Dec 2026". */
export const paperDay = (day: Day) => `${shortDay(day)} ${day.slice(0, 4)}`;
export const sayLongDay = (day: Day) => longDay().format(new Date(day));
/** "Thursday, 3 December 2026". */
export const sayFullDay = (day: Day) => fullDay().format(new Date(day));

// A list has thousands of instants, and formatting takes long. So a zone's clocks are asked once
// for each week, and each day is written once.
const offsets = new Map<string, Map<number, number>>();
function offsetsIn(zone: string): Map<number, number> {
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  return known;
}
const writtenDays = new Map<number, Day>();
function dayOfNumber(number: number): Day {
  const known = writtenDays.get(number);
  if (known !== undefined) return known;
  const day = new Date(number * dayMs).toISOString().slice(0, 10);
  writtenDays.set(number, day);
  return day;
}

export type BuildingDays = ReturnType<typeof daysIn>;

/** @param zone the building's time zone, such as Africa/Johannesburg @param now the present time */
export function daysIn(zone: () => string, now: () => Date) {
  /** The parts of the building's local date and time at an instant, with leading zeros. */
  const shownAt = (at: Date) => {
    const parts = clock(zone()).formatToParts(at);
    return (name: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === name)?.value;
  };
  const shownDay = (at: Date): Day => {
    const part = shownAt(at);
    return `${part("year")}-${part("month")}-${part("day")}`;
  };
  /** How far the clocks are ahead of UTC at the beginning of a week, in ms. */
  const offsetAt = (week: number): number => {
    const known = offsetsIn(zone()).get(week);
    if (known !== undefined) return known;
    const at = new Date(week * weekMs);
    const offset = Date.parse(`${shownDay(at)}T${timeOf(at)}Z`) - at.getTime();
    offsetsIn(zone()).set(week, offset);
    return offset;
  };
  /** The number of the building's day at an instant; undefined in weeks in which the clocks change. */
  const dayNumber = (ms: number): number | undefined => {
    const week = Math.floor(ms / weekMs);
    const offset = offsetAt(week);
    return offset === offsetAt(week + 1) ? Math.floor((ms + offset) / dayMs) : undefined;
  };
  /** The date in the building's time zone at an instant, `YYYY-MM-DD`. */
  const dayOf = (at: Date): Day => {
    const number = dayNumber(at.getTime());
    return number === undefined ? shownDay(at) : dayOfNumber(number);
  };
  const timeOf = (at: Date) => {
    const part = shownAt(at);
    return `${part("hour")}:${part("minute")}`;
  };
  /** An instant as people say it: "today, 14:05", "3 Dec", "3 Dec 2025". */
  const sayMoment = (at: Date, now: Date): string => {
    const dayText = sayDay(dayOf(at), dayOf(now));
    return /\d/.test(dayText) ? dayText : `${dayText}, ${timeOf(at)}`;
  };
  let last = { minute: Number.NaN, zone: "", day: "" };
  /** Today in the building's time zone, `YYYY-MM-DD`. In no zone does a day begin within a minute. */
  const today = (): Day => {
    const at = now();
    const minute = Math.floor(at.getTime() / minuteMs);
    if (minute !== last.minute || zone() !== last.zone)
      last = { minute, zone: zone(), day: dayOf(at) };
    return last.day;
  };
  const span = (from: Date, until: Date | null, say: (at: Date) => string) => {
    if (until === null) return say(from);
    const isOneDay = dayOf(from) === dayOf(until);
    return `${say(from)} until ${isOneDay ? timeOf(until) : say(until)}`;
  };
  return {
    dayOf,
    sayMoment,
    /** A period, to the minute: "today, 09:00 until 13:30", "3 Dec, 09:00 until 5 Dec, 08:00". */
    saySpan: (from: Date, until: Date | null) =>
      span(from, until, (at) => `${sayDay(dayOf(at), today())}, ${timeOf(at)}`),
    /** The same for paper. */
    paperSpan: (from: Date, until: Date | null) =>
      span(from, until, (at) => `${paperDay(dayOf(at))}, ${timeOf(at)}`),
    today,
    /** The hour in the building's time zone, 0 to 23. */
    hourNow: () => Number(shownAt(now())("hour")),
    /** A day, and as an instant also its hour, with every word that finds it in a list. */
    findDay: (day: Day) => dayWords(day, sayDay(day, today())),
    findMoment: (at: Date) => dayWords(dayOf(at), sayMoment(at, now())),
    /** The same for instants of which lists say the same: those of one day, or near today of one minute. */
    sameMoment: (at: Date) => {
      const ms = at.getTime();
      const isNear = Math.abs(ms - now().getTime()) < 3 * dayMs;
      return (isNear ? undefined : dayNumber(ms)) ?? Math.floor(ms / minuteMs);
    },
    /** An instant for paper, in the building's time: "3 Dec 2026, 14:05". */
    paperMoment: (at: Date) => `${paperDay(dayOf(at))}, ${timeOf(at)}`,
    /** An instant for spreadsheets, in the building's time: "2026-12-03 14:05". */
    csvMoment: (at: Date) => `${dayOf(at)} ${timeOf(at)}`,
    /** "Thursday, 3 December 2026 at 14:05". */
    sayFullMoment: (at: Date) => `${sayFullDay(dayOf(at))} at ${timeOf(at)}`,
  };
}
