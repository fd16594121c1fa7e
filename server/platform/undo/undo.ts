import type { Instant, Moment } from "../clock/clock.ts";
import { undoMs } from "./schema.ts";

/** For how long the server takes a change back, in milliseconds: a slow network needs some more. */
export const takenBackMs = undoMs + 10_000;

/** Whether what was done then can no longer be taken back with one press. */
export const isTooLate = (at: Instant, now: Moment): boolean =>
  Date.parse(now.at) - Date.parse(at) > takenBackMs;
