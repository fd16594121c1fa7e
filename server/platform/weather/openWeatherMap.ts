import * as z from "zod";
import type { Config } from "../../config.ts";
import { getJson, type Provider } from "./provider.ts";

const answer = z.object({
  main: z.object({ temp: z.number() }),
  weather: z.tuple(
    [z.object({ description: z.string(), icon: z.string().regex(/^\d\d[dn]$/) })],
    z.unknown(),
  ),
});

/** OpenWeatherMap's "current weather data": https://openweathermap.org/current */
export function openWeatherMap(place: Config["weather"], key: string): Provider {
  const url = new URL(`${place.openWeatherMapUrl}/data/2.5/weather`);
  url.searchParams.set("lat", String(place.latitude));
  url.searchParams.set("lon", String(place.longitude));
  url.searchParams.set("units", "metric");
  url.searchParams.set("appid", key);
  return async (signal) => {
    const { main, weather } = await getJson(url, answer, signal);
    return { temp: main.temp, ...weather[0] };
  };
}
