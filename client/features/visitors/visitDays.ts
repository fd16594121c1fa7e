import { dayOf } from "../../ui/days.ts";

const isDay = (time: string) => time.length === 10;

/** The building's first day of what begins on a day or at an instant. */
export const firstDayOf = (from: string): string => (isDay(from) ? from : dayOf(new Date(from)));

/** The building's last day of what ends on a day or before an instant. */
export const lastDayOf = (until: string): string =>
  isDay(until) ? until : dayOf(new Date(Date.parse(until) - 1));
