import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A local replacement for the weather service, which cannot be reached here. Returns its address.
 */
export async function startWeather(): Promise<string> {
  const current = { time: "2026-11-20T17:00", temperature_2m: 24, weather_code: 1, is_day: 1 };
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "application/json").end(JSON.stringify({ current }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
