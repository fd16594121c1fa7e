/** A UTC instant as ISO text, `2026-11-20T09:26:24.123Z`: sorts as text and travels as it is. */
export type Instant = string;
/** A calendar day of the building, `YYYY-MM-DD`. */
export type Day = string;

/** "Now" as the services take it: the instant, and which day that is in the building. */
export interface Moment {
  at: Instant;
  today: Day;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The building's calendar day at an instant. @param timeZone an IANA name, such as Africa/Johannesburg. */
export function dayOf(date: Date, timeZone: string): Day {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
    formats.set(timeZone, format);
  }
  return format.format(date);
}

export const momentOf = (date: Date, timeZone: string): Moment => ({
  at: date.toISOString(),
  today: dayOf(date, timeZone),
});

const dayMs = 86_400_000;

/** The instant `days` after `from`; negative days go back. */
export const plusDays = (from: Instant, days: number): Instant =>
  new Date(Date.parse(from) + days * dayMs).toISOString();
