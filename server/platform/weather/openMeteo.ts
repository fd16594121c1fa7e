import * as z from "zod";
import type { Config } from "../../config.ts";
import { getJson, type Provider } from "./provider.ts";

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

const answer = z.object({
  current: z.object({ temperature_2m: z.number(), weather_code: z.int(), is_day: z.int() }),
});

/** Open-Meteo's forecast, of which we only request "current": https://open-meteo.com/en/docs */
export function openMeteo(place: Config["weather"]): Provider {
  const url = new URL(`${place.openMeteoUrl}/v1/forecast`);
  url.searchParams.set("latitude", String(place.latitude));
  url.searchParams.set("longitude", String(place.longitude));
  url.searchParams.set("current", "temperature_2m,weather_code,is_day");
  return async (signal) => {
    const { current } = await getJson(url, answer, signal);
    const condition = conditions[current.weather_code];
    if (!condition) throw new Error(`Open-Meteo does not document code ${current.weather_code}.`);
    const [description, icon] = condition;
    return { temp: current.temperature_2m, description, icon: icon + (current.is_day ? "d" : "n") };
  };
}
