import type { Day } from "../platform/clock/clock.ts";
import type { Services } from "../services.ts";

/** What of one kind waits for an admin. */
interface Need {
  /** How many. With none, only `later` is worth a mention. */
  count: number;
  /** The building's day since which the oldest waits; null if that is not known. */
  since: Day | null;
  /** What they come to, in cents. */
  cents?: number;
  /** How many more wait, but for somebody else at the moment. */
  later?: number;
  /** What happened, as a sentence, where a number would not say it. */
  text?: string;
}

/** Counts what of a feature waits for an admin, over an index that holds little else. */
export type FindNeed = (services: Services) => Need | null;
