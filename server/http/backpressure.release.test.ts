import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { multiply, pietersThings } from "../contract/samples.ts";
import { mostBytes } from "../database/pagination.ts";
import { addAttachment } from "../features/attachments/service.ts";
import { type Neighbour, openServer } from "../testing.ts";

// Clients that request much and read nothing must not fill the memory of a small machine.

const path = `/api/trpc/resident.maintenance.mine?input=${encodeURIComponent('{"limit":"all"}')}`;
const tenAtOnce = `/api/trpc/${Array(10).fill("resident.maintenance.mine").join()}?batch=1`;
const wholeLists = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [at, { limit: "all" }]),
);
/** The most responses of a long list that wait for one person, each with 1 MB ready. */
const mostWaiting = 32;

type Photo = Awaited<ReturnType<typeof serverWithLongList>>["photo"];

async function serverWithLongList(env = {}) {
  const server = await openServer({ env: { REQUESTS_PER_SECOND: "1000000", ...env } });
  const { requestId } = await pietersThings(server);
  multiply(server.db.$client, "maintenance_requests", 4_000, { description: "Ж".repeat(2_000) });
  const { port } = new URL(server.base);
  const cookies = new Map<Neighbour, string>();
  for (const who of ["pieter", "thandi"] as const) cookies.set(who, `sid=${server.tokenOf(who)}`);

  /** Sends a request and reads nothing of the response. */
  async function askWithoutReading(address = path): Promise<Socket> {
    const socket = connect(Number(port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.pause();
    socket.write(
      `GET ${address} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies.get("pieter")}\r\n\r\n`,
    );
    return socket;
  }
  const ask = async (who: Neighbour, address = path) => {
    const { status, body } = await fetch(`${server.base}${address}`, {
      headers: { cookie: cookies.get(who) ?? "", connection: "close" },
    });
    await body?.cancel();
    return status;
  };
  /** Sends many requests at once. Returns their statuses and the total bytes of the bodies. */
  const askAtOnce = (times: number, address: string) =>
    Promise.all(
      Array.from({ length: times }, async () => {
        const headers = { cookie: cookies.get("pieter") ?? "" };
        const answer = await fetch(`${server.base}${address}`, { headers });
        return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
      }),
    );
  /** The address of a photo of Pieter's report. @param isThere whether its file is in the folder */
  function photo(name: string, mimeType: string, size: number, isThere = true): string {
    const { services, config, people } = server;
    mkdirSync(config.uploads, { recursive: true });
    if (isThere) writeFileSync(join(config.uploads, name), Buffer.alloc(size));
    const { id } = addAttachment(
      services.db,
      { accountId: people.pieter.id, origin: "test" },
      { kind: "requestPhotos", subjectId: requestId, addedBy: people.pieter.id },
      { storedName: name, fileName: name, mimeType, size, sha256: name },
      services.now(),
    );
    return `/api/property/requests/${requestId}/photos/${id}`;
  }
  const connections = () =>
    new Promise<number>((resolve) =>
      server.app.server.getConnections((_, count) => resolve(count)),
    );
  return { ask, askWithoutReading, askAtOnce, photo, connections, id: server.people.pieter.id };
}

test("who reads nothing of what is sent gets no more; others do", { timeout: 60_000 }, async () => {
  const { ask, askWithoutReading } = await serverWithLongList();
  for (let each = 0; each < mostWaiting; each += 1) await askWithoutReading();
  await expect.poll(() => ask("pieter"), { timeout: 20_000 }).toBe(429);
  expect(await ask("thandi")).toBe(200);
});

test.each([
  ["a list", () => path, mostWaiting],
  ["a file", (photo: Photo) => photo("a.pdf", "application/pdf", 30e6), mostWaiting],
  ["a picture", (photo: Photo) => photo("a.png", "image/png", 15e6), 2],
])(
  "a response that is not read is cut off after two minutes without a byte, and there is room again: %s",
  {
    timeout: 60_000,
  },
  async (_, addressed, most) => {
    // Only the watch over stalled responses: everything else needs the real time.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { ask, askWithoutReading, photo, connections } = await serverWithLongList();
    const address = addressed(photo);
    const sockets: Socket[] = [];
    for (let each = 0; each < most; each += 1) sockets.push(await askWithoutReading(address));
    await expect.poll(() => ask("pieter", address), { timeout: 20_000, interval: 20 }).toBe(429);
    vi.advanceTimersByTime(119_000);
    expect(await connections()).toBeGreaterThanOrEqual(most);
    const asksAgain = () => {
      vi.advanceTimersByTime(120_000);
      return ask("pieter", address);
    };
    await expect.poll(asksAgain, { timeout: 40_000, interval: 100 }).toBe(200);
    // Reading it now ends in the middle, so nobody takes half a list for a complete one.
    const [socket] = sockets as [Socket];
    let text = "";
    socket.on("data", (piece) => {
      text += piece;
    });
    const closed = once(socket, "close");
    socket.resume();
    await Promise.race([closed, sleep(10_000)]);
    expect(socket.destroyed).toBe(true);
    expect(text).toContain("HTTP/1.1 200");
    expect(text).not.toMatch(/0\r\n\r\n$/);
  },
);

test("a picture is not read into memory before there is room for it", async () => {
  const { ask, askWithoutReading, photo } = await serverWithLongList();
  const large = photo("a.png", "image/png", 15e6);
  const lost = photo("b.png", "image/png", 15e6, false);
  expect(await ask("pieter", lost)).toBe(500);
  for (let each = 0; each < 2; each += 1) await askWithoutReading(large);
  await expect.poll(() => ask("pieter", lost), { timeout: 20_000 }).toBe(429);
});

test.each([
  ["in batches", () => `${tenAtOnce}&input=${encodeURIComponent(JSON.stringify(wholeLists))}`],
  ["over REST", (id: string) => `/api/property/resident/reports/${id}`],
])(
  "of what one person asks for at one instant %s only so much is read",
  { timeout: 60_000 },
  async (_, address) => {
    // The limit starts with two seconds' worth of bytes: less than one batch, or one list and a
    // bit.
    const { askAtOnce, id } = await serverWithLongList({ BYTES_PER_SECOND: "1000000" });
    // The limit does not grow meanwhile, however slow this machine is.
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    onTestFinished(() => void vi.restoreAllMocks());
    const answers = await askAtOnce(25, address(id));
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(4 * mostBytes);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
  },
);
