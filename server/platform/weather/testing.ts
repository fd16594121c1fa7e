import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { readConfig } from "../../config.ts";
import { createWeather } from "./weather.ts";

export const start = Date.parse("2026-11-20T09:26:24.123Z");

/** From the example at https://openweathermap.org/current */
export const fromOpenWeatherMap = {
  coord: { lon: 28.0473, lat: -26.2041 },
  weather: [
    { id: 501, main: "Rain", description: "moderate rain", icon: "10d" },
    { id: 701, main: "Mist", description: "mist", icon: "50d" },
  ],
  base: "stations",
  main: {
    temp: 17.48,
    feels_like: 17.74,
    humidity: 64,
  },
  dt: 1795166592,
  name: "Marshalltown",
  cod: 200,
};

/** From https://open-meteo.com/en/docs for current=temperature_2m,weather_code,is_day. */
export const fromOpenMeteo = (weather_code = 95, is_day = 0) => ({
  latitude: -26.25,
  longitude: 28,
  timezone: "GMT",
  current_units: { time: "iso8601", temperature_2m: "°C", weather_code: "wmo code" },
  current: { time: "2026-11-20T09:15", interval: 900, temperature_2m: 21.4, weather_code, is_day },
});

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A JSON response. */
export const json =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    response
      .writeHead(status, { "content-type": "application/json; charset=utf-8" })
      .end(JSON.stringify(body));

/** A weather service on loopback. Its answer can be changed, and it records requested URLs. */
export async function service(answer: Answer) {
  const requests: URL[] = [];
  const it = { answer, requests, url: "", close: () => {} };
  const server = createServer((request, response) => {
    requests.push(new URL(request.url ?? "", "http://weather.test"));
    it.answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  it.close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(it.close);
  return it;
}

/** The weather of a building that uses Open-Meteo, with a clock that the test moves. */
export async function building(answer: Answer, timeoutMs?: number) {
  const meteo = await service(answer);
  const clock = { ms: start };
  const { weather: config } = readConfig({ OPEN_METEO_URL: meteo.url, WEATHER_CITY: "Mahikeng" });
  const weather = createWeather(config, () => new Date(clock.ms), timeoutMs);
  const pass = (ms: number) => {
    clock.ms += ms;
  };
  return { meteo, weather, pass };
}
