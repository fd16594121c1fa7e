import { expect, test } from "vitest";
import { openHouse } from "../../../testing.ts";

test("a person's other queries do not wait for a weather service that does not answer", async () => {
  const { services, as } = openHouse();
  services.weather = { current: () => new Promise(() => {}) };
  const thandi = as("thandi");
  for (let tab = 0; tab < 3; tab += 1) void thandi.member.weather.current();
  expect(await thandi.resident.maintenance.mine({})).toBeDefined();
});
