import { afterEach, expect, test, vi } from "vitest";
import { leftOf } from "./leftOf.ts";

afterEach(() => void vi.useRealTimers());

test("an answer is fetched again when it is not true any more, and not before", () => {
  vi.useFakeTimers({ now: 100_000 });
  expect(leftOf(undefined, 100_000)).toBe(false);
  expect(leftOf(20_000, 100_000)).toBe(20_000);
  expect(leftOf(20_000, 95_000)).toBe(15_000);
  // The server may say that it is nearly so far, or not answer.
  expect(leftOf(3, 100_000)).toBe(1_000);
  expect(leftOf(20_000, 10_000)).toBe(30_000);
});
