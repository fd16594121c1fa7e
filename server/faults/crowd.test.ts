import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { demoPassword } from "../cli/demo/fill.ts";
import { built, inDatabase } from "../cli/testing.ts";
import { multipart, tinyPdf } from "../contract/samples.ts";
import {
  announced,
  type caller as Caller,
  caller,
  demoBuilding,
  keepPosting,
  signedIn,
  soundness,
  unhurried,
} from "./testing.ts";

// Many clients at once, slow ones, and clients that disconnect halfway.

const program = await built();
const { serve } = program;
const { copy, people } = await demoBuilding(program);

/** A connection of its own that sends bytes unchanged. */
async function line(origin: string): Promise<{ socket: Socket; heard: () => string }> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk;
  });
  await once(socket, "connect");
  return { socket, heard: () => heard };
}

test("a thousand silent connections keep neither requests out nor the server from stopping", async () => {
  const data = copy();
  const { origin, stop } = await serve(data);
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => line(origin)));
  const anna = await signedIn(origin, people.admin);
  for (let each = 0; each < 20; each += 1)
    expect((await anna.ask("GET /api/property/announcements")).status).toBe(200);
  expect(idle.filter(({ socket }) => socket.destroyed)).toEqual([]);
  expect(await stop("SIGTERM")).toBe(0);
  expect(soundness(data)).toEqual([]);
});

test("ten thousand requests at once: each is answered, all that were acknowledged are there", async () => {
  const data = copy();
  const { origin, stop } = await serve(data, { env: unhurried });
  const anna = await signedIn(origin, people.admin);
  const { hostname, port } = new URL(origin);
  const count = 10_000;
  const lines = 100;
  const request = (which: number) => {
    if (which % 10 > 0)
      return `GET /api/auth/session HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${anna.cookie}\r\n\r\n`;
    const body = JSON.stringify({ message: `in the crowd ${which}` });
    return `POST /api/property/admin/announcements HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${anna.cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  // Sent without waiting for responses, so that all of them queue up.
  const statuses = await Promise.all(
    Array.from({ length: lines }, async (_, row) => {
      const { socket, heard } = await line(origin);
      const mine = Array.from({ length: count / lines }, (_, at) => request(row + at * lines));
      socket.write(mine.join(""));
      const answered = () => heard().match(/HTTP\/1\.1 \d{3} /g) ?? [];
      await vi.waitUntil(() => answered().length === mine.length, { timeout: 120_000 });
      socket.destroy();
      return answered().map((status) => Number(status.slice(9, 12)));
    }),
  );
  const all = statuses.flat();
  expect(all).toHaveLength(count);
  const made = all.filter((status) => status === 201).length;
  expect(new Set(all)).toEqual(new Set([200, 201]));
  expect(await stop("SIGTERM")).toBe(0);
  const stored = [...announced(data)].filter((message) => message.startsWith("in the crowd"));
  expect(stored).toHaveLength(made);
  expect(made).toBe(count / 10);
  expect(soundness(data)).toEqual([]);
});

test("a hundred sign-ins at once: none breaks, and others are answered meanwhile", async () => {
  const data = copy();
  const { origin, stop } = await serve(data);
  const anna = await signedIn(origin, people.admin);
  const names = inDatabase(data, (db) =>
    db.prepare<[], string>("SELECT username FROM accounts WHERE removed_at IS NULL").pluck().all(),
  );
  const storm = Array.from({ length: 100 }, (_, which) =>
    caller(origin).ask("POST /api/auth/sign-in", {
      username: names[which % names.length],
      password: which % 2 ? demoPassword : "a wrong password",
    }),
  );
  for (let each = 0; each < 10; each += 1)
    expect((await anna.ask("GET /api/property/announcements")).status).toBe(200);
  const answers = await Promise.all(storm);
  // Too many attempts get "try again later"; a wrong password never signs anyone in.
  for (const [which, { status }] of answers.entries())
    expect(which % 2 ? [200, 429, 503] : [401, 429, 503]).toContain(status);
  expect(await stop("SIGTERM")).toBe(0);
  expect(soundness(data)).toEqual([]);
});

test("addresses that are only claimed change nothing: what is noted is the connection's own", async () => {
  const data = copy();
  const { origin, stop } = await serve(data);
  for (let each = 0; each < 10; each += 1) {
    const forged = `10.0.0.${each}`;
    const { status } = await caller(origin).ask(
      "POST /api/auth/sign-in",
      { username: people.staff, password: demoPassword },
      { "x-forwarded-for": forged, "x-real-ip": forged, forwarded: `for=${forged}` },
    );
    expect([200, 429]).toContain(status);
  }
  expect(await stop("SIGTERM")).toBe(0);
  const origins = inDatabase(data, (db) =>
    db
      .prepare("SELECT DISTINCT origin FROM audit_events WHERE action LIKE 'session.%' AND at > ?")
      .pluck()
      .all(new Date(Date.now() - 600_000).toISOString()),
  );
  expect(origins).toEqual(["127.0.0.1"]);
});

test("stopped under load: what was begun is finished, what was answered is there, and it ends cleanly", async () => {
  const data = copy();
  const { origin, stop } = await serve(data, { env: unhurried });
  const anna = await signedIn(origin, people.admin);
  const posting = keepPosting(anna, "until the end", 20);
  await vi.waitUntil(() => posting.acknowledged.length > 50, { timeout: 60_000 });
  expect(await stop("SIGTERM")).toBe(0);
  await posting.stop();
  const stored = announced(data);
  expect(posting.acknowledged.filter((message) => !stored.has(message))).toEqual([]);
  for (const { status } of posting.refused) expect(status).toBe(503);
  expect(soundness(data)).toEqual([]);
});

/** A fine of the resident. */
async function fineOf(thandi: ReturnType<typeof Caller>): Promise<string> {
  const { body } = await thandi.ask("GET /api/trpc/resident.fines.mine?input=%7B%7D");
  return body.result.data.rows[0].id;
}

test("who leaves before the answer leaves nothing half: the change is whole or not there", async () => {
  const data = copy();
  const { origin, stop } = await serve(data, { env: unhurried });
  const anna = await signedIn(origin, people.admin);
  const sent = Array.from({ length: 50 }, (_, which) => `gone before the answer ${which}`);
  for (const message of sent) {
    const { socket } = await line(origin);
    const body = JSON.stringify({ message });
    socket.write(
      `POST /api/property/admin/announcements HTTP/1.1\r\nHost: localhost\r\nCookie: ${anna.cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: ${message}\r\n\r\n${body}`,
      () => socket.destroy(),
    );
  }
  // Sent again, like a client that got no response. Whatever happened the first time, there is one
  // row.
  for (const message of sent) {
    const again = await anna.ask(
      "POST /api/property/admin/announcements",
      { message },
      { "idempotency-key": message },
    );
    expect(again.status).toBe(201);
  }
  expect(await stop("SIGTERM")).toBe(0);
  const rows = inDatabase(data, (db) =>
    db.prepare("SELECT message FROM announcements WHERE message LIKE 'gone before%'").pluck().all(),
  ) as string[];
  expect(rows.sort()).toEqual(sent.sort());
  expect(soundness(data)).toEqual([]);
});

test("uploads that are aborted or too large leave nothing, and the next one works", async () => {
  const data = copy();
  const { origin, stop } = await serve(data, { env: unhurried });
  const thandi = await signedIn(origin, people.resident);
  const fineId = await fineOf(thandi);
  const files = readdirSync(join(data, "uploads"));
  const path = `/api/property/resident/fines/${fineId}/payment-proof`;
  const head = (length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${thandi.cookie}\r\nContent-Type: multipart/form-data\r\nContent-Length: ${length}\r\n\r\n`;
  const body = multipart(Buffer.concat([tinyPdf(), Buffer.alloc(2_000_000, 32)]));
  for (const sent of [50, 300, 70_000, 1_500_000, body.length - 10]) {
    const { socket } = await line(origin);
    socket.write(head(body.length));
    socket.write(body.subarray(0, sent), () => setTimeout(() => socket.destroy(), 50));
  }
  await pause(500);
  const large = Buffer.concat([tinyPdf(), Buffer.alloc(11 * 1024 * 1024, 32)]);
  expect(await thandi.upload(fineId, large)).toMatchObject({ status: 413 });
  await vi.waitUntil(() => readdirSync(join(data, "uploads")).length === files.length);
  expect((await thandi.upload(fineId, tinyPdf())).status).toBe(200);
  expect(await stop("SIGTERM")).toBe(0);
  expect(readdirSync(join(data, "uploads"))).toHaveLength(files.length + 1);
  expect(soundness(data)).toEqual([]);
});
