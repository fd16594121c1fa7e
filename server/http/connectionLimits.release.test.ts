import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { lateRent, multipart, tinyPdf } from "../contract/samples.ts";
import { openServer } from "../testing.ts";

test("a request has a minute to arrive", async () => {
  const { app } = await openServer();
  expect(app.server).toMatchObject({ headersTimeout: 60_000 });
});

test("who sends by the drop is cut off when the time is over, in words, and the file is forgotten", async () => {
  const { as, people, port, tokenOf, config } = await openServer({ patienceMs: 1_000 });
  const { id } = await as("anna").admin.fines.issue({ ...lateRent, residentId: people.thandi.id });
  const path = `/api/property/resident/fines/${id}/payment-proof`;
  const slow = [
    `POST /api/auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"`,
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: sid=${tokenOf("thandi")}\r\nContent-Type: multipart/form-data\r\nContent-Length: 9000\r\n\r\n${multipart(tinyPdf()).toString("latin1").slice(0, 150)}`,
    // The headers never end.
    "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
  ];
  const heard = await Promise.all(
    slow.map(async (text) => {
      const socket = connect(port, "127.0.0.1").setEncoding("utf8");
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => undefined);
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.write(text);
      const drip = setInterval(() => socket.writable && socket.write("x"), 100);
      await once(socket, "close");
      clearInterval(drip);
      return answer;
    }),
  );
  for (const answer of heard) expect(answer).toMatch(/^HTTP\/1\.1 408 .*request\.too_slow/s);
  const nothingLeft = () => !existsSync(config.uploads) || readdirSync(config.uploads).length === 0;
  await vi.waitUntil(nothingLeft, { timeout: 10_000 });
});

test("a file that a weak line brings steadily may take longer than the time", async () => {
  const { as, people, port, tokenOf } = await openServer({ patienceMs: 1_000 });
  const { id } = await as("anna").admin.fines.issue({ ...lateRent, residentId: people.thandi.id });
  const file = multipart(Buffer.concat([tinyPdf(), Buffer.alloc(30_000)]));
  const sent = request({
    port,
    path: `/api/property/resident/fines/${id}/payment-proof`,
    method: "POST",
    headers: {
      cookie: `sid=${tokenOf("thandi")}`,
      "content-type": "multipart/form-data",
      "content-length": file.length,
    },
  });
  const answered = once(sent, "response");
  for (let at = 0; at < file.length; at += 2_000) {
    sent.write(file.subarray(at, at + 2_000));
    await Promise.race([pause(100), answered]);
  }
  sent.end();
  const [{ statusCode }] = await answered;
  expect(statusCode).toBe(200);
});
