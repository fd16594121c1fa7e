/** A UTC instant as ISO text, `2026-11-20T09:26:24.123Z`, which sorts as text. */
export type Instant = string;
/** A calendar day of the building, `YYYY-MM-DD`. */
export type Day = string;

/** "Now" for services: the instant and the building's calendar day at that time. */
export interface Moment {
  at: Instant;
  today: Day;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The building's calendar day at an instant. @param timeZone such as Africa/Johannesburg */
export function dayOf(date: Date, timeZone: string): Day {
  let format = formats.get(timeZone);
  if (!format) {
    const [year, month, day] = ["numeric", "2-digit", "2-digit"] as const;
    format = new Intl.DateTimeFormat("en", { timeZone, year, month, day });
    formats.set(timeZone, format);
  }
  // By parts, because their order in a locale has changed between versions of Node.
  const parts = format.formatToParts(date);
  const part = (type: string) => parts.find((each) => each.type === type)?.value;
  return `${part("year")}-${part("month")}-${part("day")}`;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** In no zone does a day begin within a minute, and one request asks several times. */
let latest = { minute: Number.NaN, timeZone: "", today: "" };

export function momentOf(date: Date, timeZone: string): Moment {
  const minute = Math.floor(date.getTime() / minuteMs);
  if (latest.minute !== minute || latest.timeZone !== timeZone)
    latest = { minute, timeZone, today: dayOf(date, timeZone) };
  return { at: date.toISOString(), today: latest.today };
}

/** The instant `days` after `from`; negative days go back. */
export const plusDays = (from: Instant, days: number): Instant =>
  new Date(Date.parse(from) + days * dayMs).toISOString();

export const dayAfter = (day: Day, days: number): Day =>
  plusDays(`${day}T00:00:00Z`, days).slice(0, 10);

/** The first instant of the building's calendar day, to the minute, even when clocks change. */
export function startOfDay(day: Day, timeZone: string): Instant {
  const noon = Date.parse(`${day}T12:00:00Z`);
  // No zone is further than 14 hours from UTC, so the day begins in this range.
  let [before, from] = [noon - 27 * 60 * minuteMs, noon + 2 * 60 * minuteMs];
  while (from - before > minuteMs) {
    const middle = before + Math.floor((from - before) / 2 / minuteMs) * minuteMs;
    if (dayOf(new Date(middle), timeZone) < day) before = middle;
    else from = middle;
  }
  return new Date(from).toISOString();
}

/**
 * The instant of a time of day, `YYYY-MM-DDTHH:MM`. On a day on which clocks change it counts the hours
 * from midnight.
 */
export function instantAt(time: string, timeZone: string): Instant {
  const [day = "", hours = ""] = time.split("T");
  const [hour = 0, minute = 0] = hours.split(":").map(Number);
  const start = Date.parse(startOfDay(day, timeZone));
  return new Date(start + (hour * 60 + minute) * minuteMs).toISOString();
}
