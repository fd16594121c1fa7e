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

  return {
    /** @throws request.too_many */
    take(who: string): void {
      const at = clock();
      const purse = purses.get(who);
      const left = purse ? now(purse, at) : most;
      if (left < 1) throw new AppError("request.too_many");
      if (purse) {
        purse.left = left - 1;
        purse.at = at;
      } else purses.set(who, { left: left - 1, at });
      if (!purse && purses.size % manyPurses === 0)
        for (const [name, each] of purses) if (now(each, at) >= most) purses.delete(name);
    },
    /** How many are remembered. */
    size: () => purses.size,
  };
}
