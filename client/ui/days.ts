import { dayWords } from "../../server/platform/finding/words.ts";

const dayMs = 86_400_000;

/** The building's time zone, which the server writes into the page; in development the browser's own. */
const buildingZone = () =>
  globalThis.document?.documentElement.dataset.zone ??
  new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A format that is created at first use, because that takes a slow phone a while. */
function lazyFormat(options: Intl.DateTimeFormatOptions, zone = () => "UTC") {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    format ??= new Intl.DateTimeFormat("en-ZA", { ...options, timeZone: zone() });
    return format;
  };
}

const clock = lazyFormat(
  {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  },
  buildingZone,
);
// A calendar day is the same in every zone, so these format it in UTC, in which it is parsed.
const shortMonth = lazyFormat({ month: "short" });
const longDay = lazyFormat({ day: "numeric", month: "long", year: "numeric" });
const fullDay = lazyFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** The parts of the building's local date and time at an instant, with leading zeros. */
function shownAt(at: Date) {
  const parts = clock().formatToParts(at);
  return (name: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === name)?.value;
}

/** The date in the building's time zone at an instant, `YYYY-MM-DD`. */
export function dayOf(at: Date): string {
  const part = shownAt(at);
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The time in the building's time zone, `14:05`. */
function timeOf(at: Date): string {
  const part = shownAt(at);
  return `${part("hour")}:${part("minute")}`;
}

/** Today in the building's time zone, `YYYY-MM-DD`. */
export const today = () => dayOf(new Date());

/** The hour in the building's time zone, 0 to 23. */
export const hourNow = () => Number(shownAt(new Date())("hour"));

/** A day, and as an instant also its hour, with every word that finds it in a list. */
export const findDay = (day: string) => dayWords(day, sayDay(day, today()));
export const findMoment = (at: Date) => dayWords(dayOf(at), sayMoment(at, new Date()));

/** How many days lie between two days; negative if the second comes first. */
export const daysBetween = (from: string, to: string) =>
  (Date.parse(to) - Date.parse(from)) / dayMs;

/** A day as people say it: "today", "3 Dec", "3 Dec 2025". */
export function sayDay(day: string, now: string): string {
  const days = daysBetween(now, day);
  const near = { [-1]: "yesterday", 0: "today", 1: "tomorrow" }[days];
  if (near) return near;
  return day.slice(0, 4) === now.slice(0, 4) ? shortDay(day) : paperDay(day);
}

/** An instant as people say it: "today, 14:05", "3 Dec", "3 Dec 2025". */
export function sayMoment(at: Date, now: Date): string {
  const dayText = sayDay(dayOf(at), dayOf(now));
  return /\d/.test(dayText) ? dayText : `${dayText}, ${timeOf(at)}`;
}

/** Built by hand, because Intl's short date for South Africa begins with a zero: "03 Dec". */
const shortDay = (day: string) => `${Number(day.slice(8))} ${shortMonth().format(new Date(day))}`;

/** A day for paper: "3 Dec 2026". */
export const paperDay = (day: string) => `${shortDay(day)} ${day.slice(0, 4)}`;
/** An instant for paper, in the building's time: "3 Dec 2026, 14:05". */
export const paperMoment = (at: Date) => `${paperDay(dayOf(at))}, ${timeOf(at)}`;
/** An instant for spreadsheets, in the building's time: "2026-12-03 14:05". */
export const csvMoment = (at: Date) => `${dayOf(at)} ${timeOf(at)}`;
/** "3 December 2026". */
export const sayLongDay = (day: string) => longDay().format(new Date(day));
/** "Thursday, 3 December 2026". */
export const sayFullDay = (day: string) => fullDay().format(new Date(day));
/** "Thursday, 3 December 2026 at 14:05". */
export const sayFullMoment = (at: Date) => `${sayFullDay(dayOf(at))} at ${timeOf(at)}`;
