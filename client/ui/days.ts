const locale = "en-ZA";
/** The building's time zone, which the server writes into the page; in development the browser's own. */
const zone = globalThis.document?.documentElement.dataset.zone;
const dayMs = 86_400_000;

type Options = Intl.DateTimeFormatOptions;

/** Made when something is said with it: each takes a phone some 15 ms, the first one more. */
function later(options: Options): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  return () => {
    made ??= new Intl.DateTimeFormat(locale, options);
    return made;
  };
}
const inZone = (options: Options) => later({ ...options, ...(zone && { timeZone: zone }) });
const asDay = (options: Options) => later({ ...options, timeZone: "UTC" });

const moment = inZone({
  ...{ year: "numeric", month: "2-digit", day: "2-digit" },
  ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
});
const full = inZone({ dateStyle: "full", timeStyle: "short" });
const fullDay = asDay({ dateStyle: "full" });
const longDay = asDay({ day: "numeric", month: "long", year: "numeric" });
const month = asDay({ month: "short" });

/** What the building's calendar and clocks show at an instant, by its name, in digits. */
function shownAt(at: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const parts = moment().formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** The building's calendar day at an instant, `YYYY-MM-DD`. */
export function dayOf(at: Date): string {
  const { year, month, day } = shownAt(at);
  return `${year}-${month}-${day}`;
}

/** The time of the building's day, `14:05`. */
function timeOf(at: Date): string {
  const { hour, minute } = shownAt(at);
  return `${hour}:${minute}`;
}

/** The building's today, `YYYY-MM-DD`. */
export const today = () => dayOf(new Date());

/** The hour of the building's day, 0 to 23. */
export const hourNow = () => Number(shownAt(new Date()).hour);

/** A day as people say it: "today", "3 Dec", "3 Dec 2025". */
export function sayDay(day: string, now: string): string {
  const days = (Date.parse(day) - Date.parse(now)) / dayMs;
  const near = { [-1]: "yesterday", 0: "today", 1: "tomorrow" }[days];
  if (near) return near;
  return day.slice(0, 4) === now.slice(0, 4) ? shortDay(day) : paperDay(day);
}

/** An instant as people say it: "today, 14:05", "3 Dec", "3 Dec 2025". */
export function sayMoment(at: Date, now: Date): string {
  const said = sayDay(dayOf(at), dayOf(now));
  return /\d/.test(said) ? said : `${said}, ${timeOf(at)}`;
}

/** The locale itself would say "03 Dec". */
const shortDay = (day: string) => `${Number(day.slice(8))} ${month().format(Date.parse(day))}`;

/** A day for paper: "3 Dec 2026". */
export const paperDay = (day: string) => `${shortDay(day)} ${day.slice(0, 4)}`;
/** An instant for paper, in the building's time: "3 Dec 2026, 14:05". */
export const paperMoment = (at: Date) => `${paperDay(dayOf(at))}, ${timeOf(at)}`;
/** An instant for spreadsheets, in the building's time: "2026-12-03 14:05". */
export const sheetMoment = (at: Date) => `${dayOf(at)} ${timeOf(at)}`;
/** "3 December 2026". */
export const sayLongDay = (day: string) => longDay().format(Date.parse(day));
/** "Thursday, 3 December 2026". */
export const sayFullDay = (day: string) => unpadded(fullDay().format(Date.parse(day)));
/** "Thursday, 3 December 2026 at 14:05". */
export const sayFullMoment = (at: Date) => unpadded(full().format(at));

/** The locale itself would say "03 December". */
const unpadded = (said: string) => said.replace(/ 0(?=\d )/, " ");
