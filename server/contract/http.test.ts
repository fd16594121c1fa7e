import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { openServer } from "../testing.ts";

// Below the calls: malformed HTTP, and unusual combinations that clients may send.

/**
 * Sends bytes unchanged and returns everything that comes back until the server closes the
 * connection.
 */
const send = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
    socket.setTimeout(2_000, () => socket.destroy());
  });

const post = "POST /api/auth/sign-in HTTP/1.1\r\n";
const json = "Content-Type: application/json\r\n";

test.each([
  ["too large headers", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`, 431],
  [
    "a length and chunks",
    `${post}Host: x\r\n${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ["two lengths", `${post}Host: x\r\n${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ["a bare line feed", "GET / HTTP/1.1\nHost: x\n\n", 400],
  ["no host", "GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["an unknown expectation", "GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n", 417],
  ["no HTTP at all", "hello there\r\n\r\n", 400],
])("%s is refused in our words", async (_, text, status) => {
  const { port } = await openServer();
  const answer = await send(port, text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const [, body = ""] = answer.split("\r\n\r\n");
  expect(JSON.parse(body.replace(/^[\da-f]+\r\n/, ""))).toEqual({
    code: expect.stringMatching(/^request\.[a-z_]+$/),
    message: expect.stringMatching(/^\S.{10,}\.$/),
  });
});

test("ten queries travel in one batch, eleven do not", async () => {
  const { rest, people } = await openServer();
  const batch = (count: number) => {
    const paths = Array.from({ length: count }, () => "resident.dashboard.messages").join(",");
    const inputs = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [at, { profileId: people.thandi.id }]),
    );
    const input = encodeURIComponent(JSON.stringify(inputs));
    return rest("thandi")(`GET /api/trpc/${paths}?batch=1&input=${input}`);
  };
  const ten = await batch(10);
  expect(ten.status).toBe(200);
  expect(ten.body).toHaveLength(10);
  expect((await batch(11)).status).toBe(400);
});

test("a page from before an upgrade is told to load again when it calls what is no longer there", async () => {
  const { rest } = await openServer();
  const { status, body } = await rest("thandi")("GET /api/trpc/member.notices.gone");
  expect(status).toBe(404);
  expect(body).toMatchObject({ error: { data: { reason: { code: "request.unknown_call" } } } });
});

test("a JSON body may have 64 KB, and not a byte more", async () => {
  const { rest } = await openServer();
  const ofSize = (bytes: number) => ({ message: "x".repeat(bytes - '{"message":""}'.length) });
  const post = (bytes: number) =>
    rest("anna")("POST /api/property/admin/announcements", ofSize(bytes));
  expect(await post(64 * 1024)).toMatchObject({ status: 400, body: { field: "message" } });
  expect(await post(64 * 1024 + 1)).toMatchObject({
    status: 413,
    body: { code: "request.too_large" },
  });
});

test("a list asked for while a change of the same session is on its way shows the change", async () => {
  const { app, port, base, tokenOf } = await openServer();
  const cookie = `sid=${tokenOf("anna")}`;
  const body = JSON.stringify({ message: "Water is off" });
  const headers = { cookie, "content-type": "application/json" };
  const path = "/api/property/admin/announcements";
  const change = request({ port, path, method: "POST", headers });
  const changed = once(change, "response");
  const arrives = once(app.server, "request");
  change.write(body.slice(0, 5));
  await arrives;
  const isAskedFor = once(app.server, "request");
  const list = fetch(`${base}/api/trpc/member.announcements.all?input=%7B%7D`, {
    headers: { cookie },
  });
  await isAskedFor;
  change.end(body.slice(5));
  expect(await (await list).text()).toContain("Water is off");
  const [answer] = await changed;
  answer.resume();
});
