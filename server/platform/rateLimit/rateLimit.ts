import { AppError } from "../../errors.ts";

/** What somebody may still ask for at once, and when that was reckoned. */
interface Purse {
  left: number;
  at: number;
}

/** How many seconds' worth may be asked for at once. */
const burstSeconds = 2;
/** From so many purses on the full ones are forgotten, which changes nothing for their owners. */
const manyPurses = 1_000;

/** How fast one session may ask. */
export type Pace = ReturnType<typeof createPace>;

/**
 * A purse for each session that fills by `perSecond` and holds two seconds' worth.
 * @param clock milliseconds that never run backwards
 */
export function createPace(perSecond: number, clock = () => performance.now()) {
  const purses = new Map<string, Purse>();
  const most = perSecond * burstSeconds;
  const now = (purse: Purse, at: number) =>
    Math.min(most, purse.left + ((at - purse.at) / 1000) * perSecond);

  /** @throws request.too_many */
  function spend(who: string, cost: number, mayBeEmpty: boolean): void {
    const at = clock();
    const purse = purses.get(who);
    const left = purse ? now(purse, at) : most;
    if (left < 1 && !mayBeEmpty)
      throw new AppError("request.too_many", { retryAfter: Math.ceil((1 - left) / perSecond) });
    if (purse) {
      purse.left = left - cost;
      purse.at = at;
    } else purses.set(who, { left: left - cost, at });
    if (!purse && purses.size % manyPurses === 0)
      for (const [name, each] of purses) if (now(each, at) >= most) purses.delete(name);
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
    size: () => purses.size,
  };
}
