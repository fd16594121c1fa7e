import type { Day } from "../platform/clock/clock.ts";
import type { Services } from "../services.ts";

/** One kind of work that waits for an admin. */
interface Need {
  /** How many wait. With none, only `later` is worth a mention. */
  count: number;
  /** The building's day since which the oldest waits; null if that is not known. */
  since: Day | null;
  cents?: number;
  /** How many more wait, but for somebody else at the moment. */
  later?: number;
  /** A sentence that says what happened, where a number would not say it. */
  text?: string;
}

/** Counts what of a feature waits for an admin, over an index that holds little else. */
export type FindNeed = (services: Services) => Need | null;
