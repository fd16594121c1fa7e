import { expect, test } from "vitest";
import { sayMoment } from "./Moment.tsx";

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
])("%s is said as %s", (at, said) => {
  expect(sayMoment(new Date(at), now)).toMatch(said);
});
