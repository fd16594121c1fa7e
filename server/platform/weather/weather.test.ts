import { expect, test } from "vitest";
import { type Answer, building, fromOpenMeteo, json } from "./testing.ts";

const minute = 60_000;
/** Long enough for loopback, short enough to wait for. */
const timeoutMs = 300;
const unavailable = { code: "weather.unavailable" };

test.each<[string, Answer]>([
  ["answers 500", json({ error: true, reason: "internal" }, 500)],
  ["answers something else than JSON", (_, response) => response.end("<html>hotel wifi</html>")],
  ["answers JSON of another shape", json({ cod: 200, current: { temperature_2m: null } })],
  ["answers a code nobody documents", json(fromOpenMeteo(4))],
  ["does not answer", () => {}],
  ["stops in the middle", (_, response) => response.writeHead(200).write('{"current":')],
  ["hangs up", (request) => request.socket.destroy()],
])("when a service %s, the last answer serves for 6 hours, and then none", async (_, answer) => {
  const { weather, meteo, pass } = await building(json(fromOpenMeteo()), timeoutMs);
  const first = await weather.current();
  meteo.answer = answer;
  pass(359 * minute);
  expect(await weather.current()).toEqual(first);
  // The caller did not even wait until the request arrived.
  expect(meteo.requests).toHaveLength(1);
  await expect.poll(() => meteo.requests.length).toBe(2);
  pass(2 * minute);
  await expect(weather.current()).rejects.toMatchObject(unavailable);
});

test("after a failure a service is left alone for a minute", async () => {
  const { weather, meteo, pass } = await building(json({}, 500));
  await expect(weather.current()).rejects.toMatchObject(unavailable);
  meteo.answer = json(fromOpenMeteo());
  pass(minute);
  await expect(weather.current()).rejects.toMatchObject(unavailable);
  expect(meteo.requests).toHaveLength(1);
  pass(1);
  expect((await weather.current()).main.temp).toBe(21.4);
});

test("an answer is cached for 10 minutes; after 11 it is shown once more while the next is fetched", async () => {
  const { weather, meteo, pass } = await building(json(fromOpenMeteo(0, 1)));
  const first = await weather.current();
  pass(10 * minute);
  expect(await weather.current()).toEqual(first);
  expect(meteo.requests).toHaveLength(1);
  meteo.answer = json(fromOpenMeteo(61, 1));
  pass(minute);
  expect(await weather.current()).toEqual(first);
  await expect
    .poll(() => weather.current())
    .toMatchObject({
      weather: [{ description: "light rain" }],
      observedAt: "2026-11-20T09:37:24.123Z",
    });
  expect(meteo.requests).toHaveLength(2);
});

test("many callers at once make one request", async () => {
  const { weather, meteo } = await building(json(fromOpenMeteo()));
  const answers = await Promise.all(Array.from({ length: 50 }, () => weather.current()));
  expect(new Set(answers).size).toBe(1);
  expect(meteo.requests).toHaveLength(1);
});

test("a clock that was set back ten years does not keep an answer for ten years", async () => {
  const { weather, meteo, pass } = await building(json(fromOpenMeteo()));
  await weather.current();
  pass(-10 * 365 * 24 * 60 * minute);
  expect((await weather.current()).observedAt).toMatch(/^2016-/);
  expect(meteo.requests).toHaveLength(2);
});

test("an unreachable service is logged once when it goes away, and once when it is back", async () => {
  const { weather, meteo, pass } = await building(json({}, 500), timeoutMs);
  const outages: boolean[] = [];
  weather.watch?.((isAway) => outages.push(isAway));
  for (let round = 0; round < 3; round += 1) {
    await expect(weather.current()).rejects.toMatchObject(unavailable);
    pass(2 * minute);
  }
  expect(outages).toEqual([true]);
  meteo.answer = json(fromOpenMeteo());
  for (let round = 0; round < 3; round += 1) {
    await weather.current();
    pass(2 * minute);
  }
  expect(outages).toEqual([true, false]);
});
