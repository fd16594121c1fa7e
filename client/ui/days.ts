const dayMs = 86_400_000;

/** What a calendar and a clock on the wall show. */
interface Shown {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}
/** As much of Temporal as is needed here. */
interface Temporal {
  Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: string): Shown } };
}
const { Temporal } = globalThis as { Temporal?: Temporal };

/** The building's time zone, which the server writes into the page; in development the browser's own. */
const zone = () =>
  globalThis.document?.documentElement.dataset.zone ??
  new Intl.DateTimeFormat().resolvedOptions().timeZone;

let format: Intl.DateTimeFormat | undefined;

/** For browsers from before Temporal: the first use of Intl keeps a phone busy for some 60 ms. */
function shownByIntl(at: Date): Shown {
  format ??= new Intl.DateTimeFormat("en-ZA", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone(),
  });
  const parts = format.formatToParts(at);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
  };
}

/** What the building's calendar and clocks show at an instant. */
const shownAt = (at: Date): Shown =>
  Temporal
    ? Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone())
    : shownByIntl(at);

const digits = (number: number, count = 2) => String(number).padStart(count, "0");

/** The building's calendar day at an instant, `YYYY-MM-DD`. */
export function dayOf(at: Date): string {
  const { year, month, day } = shownAt(at);
  return `${digits(year, 4)}-${digits(month)}-${digits(day)}`;
}

/** The time of the building's day, `14:05`. */
function timeOf(at: Date): string {
  const { hour, minute } = shownAt(at);
  return `${digits(hour)}:${digits(minute)}`;
}

/** The building's today, `YYYY-MM-DD`. */
export const today = () => dayOf(new Date());

/** The hour of the building's day, 0 to 23. */
export const hourNow = () => shownAt(new Date()).hour;

/** A day as people say it: "today", "3 Dec", "3 Dec 2025". */
export function sayDay(day: string, now: string): string {
  const days = (Date.parse(day) - Date.parse(now)) / dayMs;
  const near = { [-1]: "yesterday", 0: "today", 1: "tomorrow" }[days];
  if (near) return near;
  return day.slice(0, 4) === now.slice(0, 4) ? shortDay(day) : paperDay(day);
}

/** An instant as people say it: "today, 14:05", "3 Dec", "3 Dec 2025". */
export function sayMoment(at: Date, now: Date): string {
  const dayText = sayDay(dayOf(at), dayOf(now));
  return /\d/.test(dayText) ? dayText : `${dayText}, ${timeOf(at)}`;
}

const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const months =
  "January February March April May June July August September October November December".split(
    " ",
  );
/** As English is written here: "Sept", and the others with three letters. */
const short = (month: string) => month.slice(0, month === "September" ? 4 : 3);

const dayNumber = (day: string) => Number(day.slice(8));
const monthOf = (day: string) => months[Number(day.slice(5, 7)) - 1] ?? "";
const shortDay = (day: string) => `${dayNumber(day)} ${short(monthOf(day))}`;

/** A day for paper: "3 Dec 2026". */
export const paperDay = (day: string) => `${shortDay(day)} ${day.slice(0, 4)}`;
/** An instant for paper, in the building's time: "3 Dec 2026, 14:05". */
export const paperMoment = (at: Date) => `${paperDay(dayOf(at))}, ${timeOf(at)}`;
/** An instant for spreadsheets, in the building's time: "2026-12-03 14:05". */
export const csvMoment = (at: Date) => `${dayOf(at)} ${timeOf(at)}`;
/** "3 December 2026". */
export const sayLongDay = (day: string) => `${dayNumber(day)} ${monthOf(day)} ${day.slice(0, 4)}`;
/** "Thursday, 3 December 2026". */
export const sayFullDay = (day: string) =>
  `${weekdays[new Date(day).getUTCDay()]}, ${sayLongDay(day)}`;
/** "Thursday, 3 December 2026 at 14:05". */
export const sayFullMoment = (at: Date) => `${sayFullDay(dayOf(at))} at ${timeOf(at)}`;
