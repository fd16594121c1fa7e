import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { firstDayOf, lastDayOf, leftOf } from "./visitTimes.ts";

beforeEach(() => {
  const dataset = { zone: "Africa/Johannesburg" };
  vi.stubGlobal("document", { documentElement: { dataset } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the days of a visit are the building's, also late in the evening", () => {
  expect(firstDayOf("2026-11-20T22:30:00.000Z")).toBe("2026-11-21");
  expect(lastDayOf("2026-11-20T22:30:00.000Z")).toBe("2026-11-21");
  expect(firstDayOf("2026-11-20T21:30:00.000Z")).toBe("2026-11-20");
  // Until before midnight.
  expect(lastDayOf("2026-11-20T22:00:00.000Z")).toBe("2026-11-20");
  for (const dayIn of [firstDayOf, lastDayOf]) expect(dayIn("2026-11-20")).toBe("2026-11-20");
});

test("an answer is fetched again when it is not true any more, and not before", () => {
  vi.useFakeTimers({ now: 100_000 });
  expect(leftOf(undefined, 100_000)).toBe(false);
  expect(leftOf(20_000, 100_000)).toBe(20_000);
  expect(leftOf(20_000, 95_000)).toBe(15_000);
  // The server may say that it is nearly so far, or not answer.
  expect(leftOf(3, 100_000)).toBe(1_000);
  expect(leftOf(20_000, 10_000)).toBe(30_000);
});
