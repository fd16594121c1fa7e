import { AppError } from "../../errors.ts";

/** What somebody may still ask for at once, and when that was reckoned. */
interface Bucket {
  left: number;
  at: number;
}

/** How many seconds' worth may be asked for at once. */
const burstSeconds = 2;
/** From so many purses on the full ones are forgotten, which changes nothing for their owners. */
const manyBuckets = 1_000;

/** How fast one session may ask. */
export type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * A purse for each session that fills by `perSecond` and holds two seconds' worth.
 * @param clock milliseconds that never run backwards
 */
export function createRateLimit(perSecond: number, clock = () => performance.now()) {
  const buckets = new Map<string, Bucket>();
  const most = perSecond * burstSeconds;
  const now = (bucket: Bucket, at: number) =>
    Math.min(most, bucket.left + ((at - bucket.at) / 1000) * perSecond);

  /** @throws request.too_many */
  function spend(who: string, cost: number, mayBeEmpty: boolean): void {
    const at = clock();
    const bucket = buckets.get(who);
    const left = bucket ? now(bucket, at) : most;
    if (left < 1 && !mayBeEmpty)
      throw new AppError("request.too_many", { retryAfter: Math.ceil((1 - left) / perSecond) });
    if (bucket) {
      bucket.left = left - cost;
      bucket.at = at;
    } else buckets.set(who, { left: left - cost, at });
    if (!bucket && buckets.size % manyBuckets === 0)
      for (const [name, each] of buckets) if (now(each, at) >= most) buckets.delete(name);
  }

  return {
    /**
     * Takes what something costs out of a purse that is not empty. It may cost more than there is: then
     * its owner waits longer before the next.
     * @throws request.too_many
     */
    take: (who: string, cost = 1): void => spend(who, cost, false),
    /** Takes the price of what was given already. */
    charge: (who: string, cost: number): void => spend(who, cost, true),
    /** How many are remembered. */
    size: () => buckets.size,
  };
}
