const dayMs = 86_400_000;

/** The building's time zone, which the server writes into the page; in development the browser's own. */
const buildingZone = () =>
  globalThis.document?.documentElement.dataset.zone ??
  new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A format that is made when it is first used, because a slow phone needs a while for it. */
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
// A calendar day is the same day in every zone, so that these read it in the one it is parsed in.
const shortMonth = lazyFormat({ month: "short" });
const longDay = lazyFormat({ day: "numeric", month: "long", year: "numeric" });
const fullDay = lazyFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** What the building's calendar and clocks show at an instant, each part with its zeros. */
function shownAt(at: Date) {
  const parts = clock().formatToParts(at);
  return (name: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === name)?.value;
}

/** The building's calendar day at an instant, `YYYY-MM-DD`. */
export function dayOf(at: Date): string {
  const part = shownAt(at);
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The time of the building's day, `14:05`. */
function timeOf(at: Date): string {
  const part = shownAt(at);
  return `${part("hour")}:${part("minute")}`;
}

/** The building's today, `YYYY-MM-DD`. */
export const today = () => dayOf(new Date());

/** The hour of the building's day, 0 to 23. */
export const hourNow = () => Number(shownAt(new Date())("hour"));

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

/** Put together here, because Intl would begin a short day of South Africa with a zero: "03 Dec". */
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
