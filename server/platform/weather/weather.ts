import type { Config } from "../../config.ts";
import { weatherError } from "./errors.ts";
import { openMeteo, openWeatherMap } from "./providers.ts";
import type { CurrentWeather } from "./schema.ts";

const minute = 60_000;
const freshMs = 10 * minute;
const staleMs = 360 * minute;
const pauseMs = minute;

export interface Weather {
  /** `observedAt` says how old it is, at most 6 hours. @throws weather.unavailable */
  current(): Promise<CurrentWeather>;
  /** Calls `tell` when the service becomes unavailable and when it is back. */
  watch?(tell: (isAway: boolean) => void): void;
}

/**
 * Uses OpenWeatherMap if there is a key, otherwise Open-Meteo. An older result is returned at once
 * while a new one is fetched. Errors are not recorded: they could contain the key.
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

  // The absolute difference: after the clock was set back, a result must not stay valid forever.
  const within = (ms: number, since: number) => Math.abs(now().getTime() - since) <= ms;
  const known = (ms: number) => (last && within(ms, Date.parse(last.observedAt)) ? last : null);

  /** Never rejects, because nobody may be awaiting it. */
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
      if (!answer) throw weatherError("weather.unavailable");
      return answer;
    },
  };
}
