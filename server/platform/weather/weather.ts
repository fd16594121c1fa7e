import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { openMeteo } from "./openMeteo.ts";
import { openWeatherMap } from "./openWeatherMap.ts";
import type { CurrentWeather } from "./schema.ts";

const minute = 60_000;
const freshMs = 10 * minute;
const staleMs = 360 * minute;
const pauseMs = minute;

export interface Weather {
  /**
   * The weather at the building; `observedAt` tells how old it is, 6 hours at most.
   * @throws weather.unavailable when there is nothing to show
   */
  current(): Promise<CurrentWeather>;
  /** Has somebody told when the service goes away, and when it is back. */
  watch?(tell: (isAway: boolean) => void): void;
}

/**
 * Asks OpenWeatherMap when there is a key, else Open-Meteo, and keeps the answer for 10 minutes.
 * An older answer is given at once while a new one is fetched, so only the very first caller waits.
 * Why a service failed is not kept: its errors could carry the key.
 * @param timeoutMs how long one request may take
 */
export function createWeather(
  config: Config["weather"],
  now: () => Date,
  timeoutMs = 3_000,
): Weather {
  const ask = config.openWeatherMapKey
    ? openWeatherMap(config, config.openWeatherMapKey)
    : openMeteo(config);
  let last: CurrentWeather | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let flight: Promise<void> | null = null;
  let isAway = false;
  let tell: (isAway: boolean) => void = () => undefined;

  function note(nowAway: boolean): void {
    if (nowAway !== isAway) tell(nowAway);
    isAway = nowAway;
  }

  // The distance, not the difference: a clock that was set back must not make an answer eternal.
  const within = (ms: number, since: number) => Math.abs(now().getTime() - since) <= ms;
  const known = (ms: number) => (last && within(ms, Date.parse(last.observedAt)) ? last : null);

  /** Never rejects: nobody may be waiting for it. */
  async function refresh(): Promise<void> {
    try {
      const { temp, description, icon } = await ask(AbortSignal.timeout(timeoutMs));
      const observedAt = now().toISOString();
      last = { name: config.city, main: { temp }, weather: [{ description, icon }], observedAt };
      note(false);
    } catch {
      failedAt = now().getTime();
      note(true);
    } finally {
      flight = null;
    }
  }

  return {
    watch(whom) {
      tell = whom;
    },
    async current() {
      const fresh = known(freshMs);
      if (fresh) return fresh;
      if (!flight && !within(pauseMs, failedAt)) flight = refresh();
      if (!known(staleMs)) await flight;
      const answer = known(staleMs);
      if (!answer) throw new AppError("weather.unavailable");
      return answer;
    },
  };
}
