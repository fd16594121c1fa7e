import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openServer } from "../testing.ts";
import { multiply } from "./samples.ts";

// The one address that a known client requests continuously.

const path = "/api/property/resident/dashboard";

/** A building with `count` announcements, and a way to request the dashboard as raw bytes. */
async function openDashboard(count: number, message = "Ж".repeat(2_000)) {
  const server = await openServer({ env: { LOG_LEVEL: "info" } });
  await server.as("anna").admin.announcements.post({ message: "Water is off" });
  if (count > 1) multiply(server.db.$client, "announcements", count, { message });
  const cookie = `sid=${server.tokenOf("thandi")}`;
  const ask = (headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
      (resolve, reject) => {
        const outgoing = request(
          { port: server.port, path, headers: { cookie, ...headers } },
          (answer) => {
            const pieces: Buffer[] = [];
            answer.on("data", (piece: Buffer) => pieces.push(piece));
            answer.on("end", () => {
              const { statusCode: status = 0, headers: responseHeaders } = answer;
              resolve({ status, headers: responseHeaders, body: Buffer.concat(pieces) });
            });
          },
        );
        outgoing.on("error", reject).end();
      },
    );
  return { ...server, ask };
}

test.each([1, 199, 200, 201, 1_000])("of %i messages it has the newest 200", async (count) => {
  const { ask, db } = await openDashboard(count, "Hello");
  const rows = JSON.parse((await ask()).body.toString()) as { id: string }[];
  const ids = db.$client.prepare("SELECT id FROM announcements ORDER BY id DESC LIMIT 200").pluck();
  expect(rows.map(({ id }) => id)).toEqual(ids.all());
});

test.each([
  ["short", 1],
  ["as long as it gets", 300],
])("%s, it is packed where that is asked for, and unchanged it is a 304", async (_, count) => {
  const { ask, as } = await openDashboard(count);
  const plain = await ask();
  expect(plain.headers["content-encoding"]).toBeUndefined();
  for (let round = 0; round < 3; round += 1) {
    const packed = await ask({ "accept-encoding": "gzip, deflate, br" });
    expect(packed.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: "accept-encoding",
      "cache-control": "private, no-cache",
      "content-type": "application/json; charset=utf-8",
    });
    // Compared as one buffer, because comparing each byte takes a minute.
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    for (const { headers } of [packed, plain]) {
      const etag = String(headers.etag);
      expect(etag).toMatch(/^"/);
      const accepted = headers === packed.headers ? "gzip" : "identity";
      const again = await ask({ "if-none-match": etag, "accept-encoding": accepted });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  }
  await as("anna").admin.announcements.post({ message: "And on again" });
  const etag = String(plain.headers.etag);
  const changed = await ask({ "if-none-match": etag });
  expect(changed.status).toBe(200);
  expect(JSON.parse(changed.body.toString())[0].message).toBe("And on again");
});

test("polls write no log line each", async () => {
  const { ask, log } = await openDashboard(3);
  log.length = 0;
  for (let round = 0; round < 20; round += 1) await ask();
  expect(log).toEqual([]);
});
