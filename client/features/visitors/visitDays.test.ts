import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { firstDayOf, lastDayOf } from "./visitDays.ts";

beforeEach(() => {
  const dataset = { zone: "Africa/Johannesburg" };
  vi.stubGlobal("document", { documentElement: { dataset } });
});
afterEach(() => void vi.unstubAllGlobals());

test("the days of a visit are the building's, also late in the evening", () => {
  expect(firstDayOf("2026-11-20T22:30:00.000Z")).toBe("2026-11-21");
  expect(lastDayOf("2026-11-20T22:30:00.000Z")).toBe("2026-11-21");
  expect(firstDayOf("2026-11-20T21:30:00.000Z")).toBe("2026-11-20");
  // Until before midnight.
  expect(lastDayOf("2026-11-20T22:00:00.000Z")).toBe("2026-11-20");
  for (const dayIn of [firstDayOf, lastDayOf]) expect(dayIn("2026-11-20")).toBe("2026-11-20");
});
