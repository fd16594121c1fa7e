import * as z from "zod";
import type { Config } from "../../config.ts";

/** Requests the weather once: °C, words, and an icon code such as "10d". Rejects after `signal`. */
type Provider = (
  signal: AbortSignal,
) => Promise<{ temp: number; description: string; icon: string }>;

/** Fetches and validates JSON. Its errors never contain the URL, which may include a key. */
async function getJson<T extends z.ZodType>(
  url: URL,
  shape: T,
  signal: AbortSignal,
): Promise<z.output<T>> {
  const response = await fetch(url, { signal });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The weather service answered ${response.status}.`);
  }
  return shape.parse(await response.json());
}

/** The WMO codes that Open-Meteo documents → words, and OpenWeatherMap's icon number for it. */
const conditions: Record<number, readonly [description: string, icon: string]> = {
  0: ["clear sky", "01"],
  1: ["mainly clear", "02"],
  2: ["partly cloudy", "03"],
  3: ["overcast", "04"],
  45: ["fog", "50"],
  48: ["freezing fog", "50"],
  51: ["light drizzle", "09"],
  53: ["drizzle", "09"],
  55: ["heavy drizzle", "09"],
  56: ["light freezing drizzle", "09"],
  57: ["freezing drizzle", "09"],
  61: ["light rain", "10"],
  63: ["rain", "10"],
  65: ["heavy rain", "10"],
  66: ["light freezing rain", "13"],
  67: ["freezing rain", "13"],
  71: ["light snow", "13"],
  73: ["snow", "13"],
  75: ["heavy snow", "13"],
  77: ["snow grains", "13"],
  80: ["light showers", "09"],
  81: ["showers", "09"],
  82: ["violent showers", "09"],
  85: ["light snow showers", "13"],
  86: ["heavy snow showers", "13"],
  95: ["thunderstorm", "11"],
  96: ["thunderstorm with light hail", "11"],
  99: ["thunderstorm with heavy hail", "11"],
};

const openMeteoAnswer = z.object({
  current: z.object({ temperature_2m: z.number(), weather_code: z.int(), is_day: z.int() }),
});

/** Open-Meteo's forecast, of which we only request "current": https://open-meteo.com/en/docs */
export function openMeteo(place: Config["weather"]): Provider {
  const url = new URL(`${place.openMeteoUrl}/v1/forecast`);
  url.searchParams.set("latitude", String(place.latitude));
  url.searchParams.set("longitude", String(place.longitude));
  url.searchParams.set("current", "temperature_2m,weather_code,is_day");
  return async (signal) => {
    const { current } = await getJson(url, openMeteoAnswer, signal);
    const condition = conditions[current.weather_code];
    if (!condition) throw new Error(`Open-Meteo does not document code ${current.weather_code}.`);
    const [description, icon] = condition;
    return { temp: current.temperature_2m, description, icon: icon + (current.is_day ? "d" : "n") };
  };
}

const openWeatherMapAnswer = z.object({
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
    const { main, weather } = await getJson(url, openWeatherMapAnswer, signal);
    return { temp: main.temp, ...weather[0] };
  };
}
