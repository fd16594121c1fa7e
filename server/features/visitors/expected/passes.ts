import { type Day, type Moment, startOfDay } from "../../../platform/clock/clock.ts";
import { type Weekday, weekdayOf } from "../../../platform/clock/weekdays.ts";

/** The columns of an announced visit that are about a pass; all null for a single visit. */
export interface PassColumns {
  weekdays: string | null;
  fromTime: string | null;
  untilTime: string | null;
}

/** A code that lets in on some weekdays, between two times of day, `HH:MM`. */
export interface Pass {
  weekdays: Weekday[];
  fromTime: string;
  untilTime: string;
}

/** The pass of an announced visit; null for a single visit. */
export function passOf({ weekdays, fromTime, untilTime }: PassColumns): Pass | null {
  if (weekdays === null || fromTime === null || untilTime === null) return null;
  return { weekdays: [...weekdays].map((each) => Number(each) as Weekday), fromTime, untilTime };
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

/** How many minutes ago the building's day began. */
export const minutesToday = ({ at, today }: Moment, timeZone: string): number =>
  Math.floor((Date.parse(at) - Date.parse(startOfDay(today, timeZone))) / 60_000);

export const comesOn = ({ weekdays }: Pass, day: Day): boolean => weekdays.includes(weekdayOf(day));

/** @param minute of the day, as `minutesToday` has it */
export const isOver = ({ untilTime }: Pass, minute: number): boolean =>
  minute >= minutesOf(untilTime);
export const hasBegun = ({ fromTime }: Pass, minute: number): boolean =>
  minute >= minutesOf(fromTime);
