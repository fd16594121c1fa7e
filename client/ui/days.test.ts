import { expect, test } from "vitest";
import { sayRegularly } from "../../server/platform/clock/weekdays.ts";
import {
  dayOf,
  paperDay,
  paperMoment,
  sayDay,
  sayFullDay,
  sayFullMoment,
  sayLongDay,
  sayMoment,
} from "./days.ts";

const now = new Date("2026-11-20T13:30");

test.each([
  ["2026-11-20T00:00", /^today, 00:00$/],
  ["2026-11-20T23:59", /^today, 23:59$/],
  ["2026-11-19T08:05", /^yesterday, 08:05$/],
  ["2026-11-21T08:05", /^tomorrow, 08:05$/],
  ["2026-11-18T23:59", /^18 Nov$/],
  ["2026-11-22T00:00", /^22 Nov$/],
  ["2025-12-03T10:00", /^3 Dec 2025$/],
  ["2099-01-31T00:00", /^31 Jan 2099$/],
])("%s is said as %s", (at, expected) => {
  expect(sayMoment(new Date(at), now)).toMatch(expected);
});

test.each([
  ["2026-11-20", "today"],
  ["2026-11-21", "tomorrow"],
  ["2026-09-03", "3 Sept"],
  ["2026-12-31", "31 Dec"],
  ["2027-01-01", "1 Jan 2027"],
])("the day %s is said as %s", (day, expected) => {
  expect(sayDay(day, "2026-11-20")).toBe(expected);
});

test("a day on paper has its year, and is the day it names in every zone", () => {
  expect(paperDay("2026-12-03")).toBe("3 Dec 2026");
  expect(dayOf(new Date("2026-12-03T00:00"))).toBe("2026-12-03");
  expect(paperMoment(new Date("2026-12-03T04:05"))).toBe("3 Dec 2026, 04:05");
});

test("a long day has no zero before it", () => {
  expect(sayLongDay("2026-03-05")).toBe("5 March 2026");
  expect(sayFullDay("2026-03-05")).toBe("Thursday, 5 March 2026");
  expect(sayFullMoment(new Date("2026-03-05T09:07"))).toBe("Thursday, 5 March 2026 at 09:07");
});

test.each([
  [[1, 3], "Monday, Wednesday, 07:00 to 13:00"],
  [[1, 2], "Monday, Tuesday, 07:00 to 13:00"],
  [[1, 2, 3, 4, 5], "Monday to Friday, 07:00 to 13:00"],
  [[1, 2, 3, 5], "Monday, Tuesday, Wednesday, Friday, 07:00 to 13:00"],
] as const)("the weekdays %s are said as %s", (days, expected) => {
  expect(sayRegularly(days, "07:00", "13:00")).toBe(expected);
});
