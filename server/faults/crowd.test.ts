import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { built, inDatabase } from "../cli/testing.ts";
import { announced, demoBuilding, keepPosting, signedIn, soundness, unhurried } from "./testing.ts";

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
