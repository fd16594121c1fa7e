/** The time in tests: a Friday morning in the building. A test that needs another says which. */
export const testTime = "2026-11-20T09:26:24.123Z";

/** A clock that a millisecond passes on at each look, so that what is done later is later. */
export function testClock() {
  let ms = Date.parse(testTime);
  return () => new Date(ms++);
}
