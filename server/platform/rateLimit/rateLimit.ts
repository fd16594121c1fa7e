import { requestError } from "../../errors.ts";

/** How many requests somebody may still make at once, and when that was calculated. */
interface Bucket {
  left: number;
  at: number;
}

/** How many seconds' worth of requests may come at once. */
const burstSeconds = 2;
/** At each multiple of this many buckets the full ones are removed, with no effect on anybody. */
const manyBuckets = 1_000;

/** Limits the request rate of each person, or address of somebody who is not signed in. */
export type RateLimit = ReturnType<typeof createRateLimit>;

/** A token bucket for each of them. @param clock milliseconds that never run backwards */
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
      throw requestError("request.too_many", { retryAfter: Math.ceil((1 - left) / perSecond) });
    if (bucket) {
      bucket.left = left - cost;
      bucket.at = at;
    } else buckets.set(who, { left: left - cost, at });
    if (!bucket && buckets.size % manyBuckets === 0)
      for (const [name, each] of buckets) if (now(each, at) >= most) buckets.delete(name);
  }

  return {
    /**
     * If it costs more than is left, the next request has to wait longer.
     * @throws request.too_many
     */
    take: (who: string, cost = 1): void => spend(who, cost, false),
    /** Takes the cost of something that was already delivered. */
    charge: (who: string, cost: number): void => spend(who, cost, true),
    size: () => buckets.size,
  };
}
