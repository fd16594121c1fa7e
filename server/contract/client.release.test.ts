import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { requestError } from "../errors.ts";
import { brandingOf } from "../features/building/picture/service.ts";
import { refusalOf } from "../http/refusals.ts";
import { mountClient } from "../http/staticFiles.ts";
import { openHouse } from "../testing.ts";

// A small client, built by hand: checks what a browser is sent, byte by byte.

const script = "export const stoep = 'where neighbours talk';\n".repeat(40);
const worker = "self.stoep = 'the worker';\n".repeat(40);
const picture = Buffer.from("89504e470d0a1a0a", "hex");
const shell = '<!doctype html><html lang="en-ZA"><div id="root"></div></html>';
const page = shell.replace("<html", '<html data-zone="Africa/Maputo" data-building="Our building"');

test("a browser that goes to an address with an ending gets the page, which says that there is none", async () => {
  const get = await openClient();
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  const statuses = ["/welcome.html", "/robots.txt", "/api/a.html", "/..%2fa.html"].map(
    async (path) => (await get(path, browser)).statusCode,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404]);
});

async function openClient() {
  const folder = mkdtempSync(join(tmpdir(), "stoep-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  const files: Record<string, string | Buffer> = {
    "index.html": shell,
    "manifest.webmanifest": JSON.stringify({ name: "Stoep" }),
    "icon-192.png": picture,
    "assets/app-1a2b3c4.js": script,
    "sw.js": worker,
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    if (!name.endsWith(".js")) continue;
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content));
  }
  const app = fastify();
  app.setErrorHandler((error, _, reply) => {
    const { status, ...body } = refusalOf(error);
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler(() => {
    throw requestError("request.unknown_address");
  });
  const { services } = openHouse({ env: { TIMEZONE: "Africa/Maputo" } });
  await mountClient(app, services, () => brandingOf(services.db), folder);
  onTestFinished(() => app.close());
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
}

const asset = "/assets/app-1a2b3c4.js";
const unpack = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (content: Buffer) => content,
};

test.each([
  ["br", "gzip, deflate, br"],
  ["gzip", "gzip"],
  ["none", "identity"],
] as const)("a script and the page come packed as %s to who takes %s", async (how, accepted) => {
  const get = await openClient();
  for (const [path, content] of [
    [asset, script],
    ["/login", page],
  ] as const) {
    const accept = { "accept-encoding": accepted };
    const { headers, rawPayload } = await get(path, accept);
    expect(headers["content-encoding"]).toBe(how === "none" ? undefined : how);
    expect(headers.vary).toBe("accept-encoding");
    expect(unpack[how](rawPayload).toString()).toBe(content);
    const again = await get(path, { ...accept, "if-none-match": headers.etag ?? "" });
    expect(again).toMatchObject({ statusCode: 304, payload: "" });
  }
});

test.each<Record<string, string>>([
  { range: "bytes=5-14" },
  { "if-match": '"another"' },
  { "if-unmodified-since": "Sat, 01 Jan 2000 00:00:00 GMT" },
])("who asks with %o gets the whole of it", async (requestHeaders) => {
  const get = await openClient();
  const answer = await get(asset, requestHeaders);
  expect(answer).toMatchObject({ statusCode: 200, payload: script });
  expect(answer.headers["accept-ranges"]).not.toBe("bytes");
});

test.each([
  [asset, "public, max-age=31536000, immutable"],
  ["/icon-192.png", "no-cache"],
  ["/sw.js", "no-cache"],
  ["/login", "no-cache"],
])("caches keep %s by %j", async (path, policy) => {
  const get = await openClient();
  expect((await get(path)).headers["cache-control"]).toBe(policy);
});

test.each([["/"], ["/login?to=/resident/issues"], ["/index.html"], ["/nopage"]])(
  "%s is answered with the page, which has the building's time zone in it",
  async (path) => {
    const get = await openClient();
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.payload).toBe(page);
  },
);

test.each([
  [`${asset}.br`],
  ["/assets/gone.js"],
  ["/assets/"],
  ["/assets/../sw.js.br"],
  ["/assets/%2e%2e/package.json"],
  ["/..%2f..%2fpackage.json"],
  ["/api/nothing"],
  ["/login.html"],
])("%s is no address", async (path) => {
  const get = await openClient();
  const answer = await get(path, { "accept-encoding": "br" });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: "request.unknown_address" });
  expect(answer.headers["cache-control"]).toBe(undefined);
});
