import fc from "fast-check";
import { expect, test } from "vitest";
import { day } from "../validation/schema.ts";
import { dayOf, momentOf, plusDays, startOfDay } from "./clock.ts";
import { daysIn } from "./dayTexts.ts";

test.each([
  ["2026-11-20T09:26:24.123Z", "Africa/Johannesburg", "2026-11-20"],
  ["2026-11-20T21:59:59.999Z", "Africa/Johannesburg", "2026-11-20"],
  ["2026-11-20T22:00:00.000Z", "Africa/Johannesburg", "2026-11-21"],
  ["2026-12-31T22:00:00.000Z", "Africa/Johannesburg", "2027-01-01"],
  ["2028-02-28T23:00:00.000Z", "Africa/Johannesburg", "2028-02-29"],
  ["2026-01-01T00:00:00.000Z", "America/New_York", "2025-12-31"],
  ["2026-11-20T12:00:00.000Z", "Pacific/Kiritimati", "2026-11-21"],
  ["2026-03-29T01:30:00.000Z", "Europe/Berlin", "2026-03-29"],
  ["2026-03-05T00:00:00.000Z", "UTC", "2026-03-05"],
])("%s is, in %s, the %s", (instant, timeZone, day) => {
  expect(momentOf(new Date(instant), timeZone)).toEqual({ at: instant, today: day });
});

test.each([
  ["2026-11-20T09:26:24.123Z", 7, "2026-11-27T09:26:24.123Z"],
  ["2026-11-20T09:26:24.123Z", -7, "2026-11-13T09:26:24.123Z"],
  ["2026-12-31T00:00:00.000Z", 1, "2027-01-01T00:00:00.000Z"],
  ["2026-11-20T09:26:24.123Z", 0, "2026-11-20T09:26:24.123Z"],
])("%s and %i days is %s", (from, days, to) => {
  expect(plusDays(from, days)).toBe(to);
});

test.each([
  ["2026-11-20", "Africa/Johannesburg", "2026-11-19T22:00:00.000Z"],
  ["2026-11-20", "UTC", "2026-11-20T00:00:00.000Z"],
  ["2026-11-20", "Pacific/Kiritimati", "2026-11-19T10:00:00.000Z"],
  ["2026-11-20", "Pacific/Niue", "2026-11-20T11:00:00.000Z"],
  ["2026-11-20", "Asia/Kathmandu", "2026-11-19T18:15:00.000Z"],
  // Here clocks change at midnight, so the day begins at one o'clock.
  ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
])("%s in %s begins at %s", (day, zone, at) => {
  expect(startOfDay(day, zone)).toBe(at);
});

const dates = fc.date({
  min: new Date("1971-01-01"),
  max: new Date("2199-12-31"),
  noInvalidDate: true,
});

test("whatever the instant, the building's day is one that exists and at most a day away from UTC's", () => {
  const zones = fc.constantFrom("Africa/Johannesburg", "Pacific/Kiritimati", "Pacific/Pago_Pago");
  fc.assert(
    fc.property(dates, zones, (date, zone) => {
      const { at, today } = momentOf(date, zone);
      expect(day.safeParse(today).success).toBe(true);
      expect(new Date(at)).toEqual(date);
      expect(Math.abs(Date.parse(today) - Date.parse(at.slice(0, 10)))).toBeLessThanOrEqual(dayMs);
    }),
  );
});

test("a list says of each instant the day that the zone's clocks show, also when they change", () => {
  const zones = ["Africa/Johannesburg", "Africa/Casablanca", "America/New_York", "Asia/Kathmandu"];
  const changing = ["2026-03-29T00:59:59.999Z", "2026-03-29T01:00:00.000Z", "2026-11-01T05:30:00Z"];
  const agrees = (date: Date) => {
    for (const zone of zones) {
      const days = daysIn(
        () => zone,
        () => date,
      );
      expect(days.dayOf(date)).toBe(dayOf(date, zone));
      expect(days.today()).toBe(dayOf(date, zone));
    }
  };
  for (const at of changing) agrees(new Date(at));
  fc.assert(fc.property(dates, agrees));
});

const dayMs = 86_400_000;
