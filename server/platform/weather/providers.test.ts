import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { currentWeather } from "./schema.ts";
import { building, fromOpenMeteo, fromOpenWeatherMap, json, service, start } from "./testing.ts";
import { createWeather } from "./weather.ts";

const key = "0123456789abcdef0123456789abcdef";

test("with a key the weather comes from OpenWeatherMap, under the city's configured name", async () => {
  const owm = await service(json(fromOpenWeatherMap));
  const meteo = await service(json(fromOpenMeteo()));
  const { weather: config } = readConfig({
    OPENWEATHERMAP_KEY: key,
    OPENWEATHERMAP_URL: owm.url,
    OPEN_METEO_URL: meteo.url,
  });
  const answer = await createWeather(config, () => new Date(start)).current();
  expect(currentWeather.parse(answer)).toEqual({
    name: "Johannesburg",
    main: { temp: 17.48 },
    weather: [{ description: "moderate rain", icon: "10d" }],
    observedAt: "2026-11-20T09:26:24.123Z",
  });
  expect(meteo.requests).toEqual([]);
  expect(owm.requests.map(String)).toEqual([
    `http://weather.test/data/2.5/weather?lat=-26.2041&lon=28.0473&units=metric&appid=${key}`,
  ]);
});

test("without a key the weather comes from Open-Meteo, and no key is sent", async () => {
  const { weather, meteo } = await building(json(fromOpenMeteo()));
  expect(await weather.current()).toEqual({
    name: "Mahikeng",
    main: { temp: 21.4 },
    weather: [{ description: "thunderstorm", icon: "11n" }],
    observedAt: "2026-11-20T09:26:24.123Z",
  });
  expect(meteo.requests[0]?.pathname).toBe("/v1/forecast");
  expect(Object.fromEntries(meteo.requests[0]?.searchParams ?? [])).toEqual({
    latitude: "-26.2041",
    longitude: "28.0473",
    current: "temperature_2m,weather_code,is_day",
  });
});

test.each([
  [0, 1, "clear sky", "01d"],
  [0, 0, "clear sky", "01n"],
  [3, 1, "overcast", "04d"],
  [45, 1, "fog", "50d"],
  [61, 0, "light rain", "10n"],
  [75, 1, "heavy snow", "13d"],
  [81, 1, "showers", "09d"],
])("WMO code %i (day: %i) is %s, icon %s", async (code, isDay, description, icon) => {
  const { weather } = await building(json(fromOpenMeteo(code, isDay)));
  expect((await weather.current()).weather).toEqual([{ description, icon }]);
});

test("the key is in no error", async () => {
  const owm = await service(json({ cod: 401, message: `Invalid API key ${key}` }, 401));
  const { weather: config } = readConfig({ OPENWEATHERMAP_KEY: key, OPENWEATHERMAP_URL: owm.url });
  const error = await createWeather(config, () => new Date(start))
    .current()
    .catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: "weather.unavailable" });
  expect(`${JSON.stringify(error)} ${String(error)} ${(error as Error).stack}`).not.toContain(key);
  expect((error as Error).cause).toBeUndefined();
});
