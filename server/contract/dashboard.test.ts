import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openServer } from "../testing.ts";
import { multiply } from "./samples.ts";

// The one address that a known client requests continuously.

/** A building with `count` announcements, and a way to request the dashboard as raw bytes. */
async function openDashboard(count: number, message: string) {
  const server = await openServer();
  await server.as("anna").admin.announcements.post({ message: "Water is off" });
  if (count > 1) multiply(server.db.$client, "announcements", count, { message });
  const cookie = `sid=${server.tokenOf("thandi")}`;
  const url = "/api/property/resident/dashboard";
  const ask = (headers: Record<string, string> = {}) =>
    server.app.inject({ url, headers: { cookie, host: "127.0.0.1", ...headers } });
  return { ...server, ask };
}

test.each([199, 201])("of %i messages it has the newest 200", async (count) => {
  const { ask, db } = await openDashboard(count, "Hello");
  const rows = (await ask()).json() as { id: string }[];
  const ids = db.$client.prepare("SELECT id FROM announcements ORDER BY id DESC LIMIT 200").pluck();
  expect(rows.map(({ id }) => id)).toEqual(ids.all());
});

test.each([
  ["short", 1],
  ["as long as it gets", 300],
])("%s, it is packed where that is asked for, and unchanged it is a 304", async (_, count) => {
  const { ask, as } = await openDashboard(count, "Ж".repeat(2_000));
  const plain = await ask();
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const packed = await ask({ "accept-encoding": "gzip, deflate, br" });
  expect(packed.headers).toMatchObject({
    "content-encoding": "gzip",
    vary: "accept-encoding",
    "cache-control": "private, no-cache",
    "content-type": "application/json; charset=utf-8",
  });
  // Compared as one buffer, because comparing each byte takes a minute.
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  for (const [accepted, { headers }] of [
    ["gzip", packed],
    ["identity", plain],
  ] as const) {
    const known = { "if-none-match": String(headers.etag), "accept-encoding": accepted };
    expect(await ask(known)).toMatchObject({ statusCode: 304, payload: "" });
  }
  await as("anna").admin.announcements.post({ message: "And on again" });
  const changed = await ask({ "if-none-match": String(plain.headers.etag) });
  expect(changed.statusCode).toBe(200);
  expect(changed.json()[0].message).toBe("And on again");
});
