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
  return (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url, headers });
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
  ["gzip", "br;q=0, *"],
  ["none", "br;q=0, gzip;q=0"],
  ["none", "identity;q=0"],
  ["none", undefined],
] as const)("a script comes packed as %s to who takes %s", async (how, accepted) => {
  const get = await openClient();
  const answer = await get(asset, accepted === undefined ? {} : { "accept-encoding": accepted });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
    "content-length": String(answer.rawPayload.length),
  });
  expect(answer.headers["content-encoding"]).toBe(how === "none" ? undefined : how);
  expect(unpack[how](answer.rawPayload).toString()).toBe(script);
});

test.each([["br"], ["gzip"], ["none"]] as const)("the page comes packed as %s too", async (how) => {
  const get = await openClient();
  const answer = await get("/login", { "accept-encoding": how === "none" ? "identity" : how });
  expect(answer.headers["content-encoding"]).toBe(how === "none" ? undefined : how);
  expect(answer.headers.vary).toBe("accept-encoding");
  expect(unpack[how](answer.rawPayload).toString()).toBe(page);
});

test.each([[asset], ["/login"]])(
  "each packing of %s has a tag of its own, under which it is not sent again",
  async (path) => {
    const get = await openClient();
    const tags = new Set<string>();
    for (const encoding of ["br", "gzip", "identity"]) {
      const accept = { "accept-encoding": encoding };
      const { etag = "" } = (await get(path, accept)).headers;
      tags.add(etag);
      const again = await get(path, { ...accept, "if-none-match": etag });
      expect(again).toMatchObject({ statusCode: 304, payload: "" });
      expect(again.headers).toMatchObject({ vary: "accept-encoding", etag });
    }
    expect(tags.size).toBe(3);
  },
);

test.each<Record<string, string>>([
  { range: "bytes=5-14" },
  { range: "bytes=999999-" },
  { "if-match": '"another"' },
  { "if-unmodified-since": "Sat, 01 Jan 2000 00:00:00 GMT" },
])("who asks with %o gets the whole of it", async (requestHeaders) => {
  const get = await openClient();
  for (const how of ["br", "none"] as const) {
    const accept = { "accept-encoding": how === "none" ? "" : how };
    const answer = await get(asset, { ...accept, ...requestHeaders });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["accept-ranges"]).not.toBe("bytes");
    expect(unpack[how](answer.rawPayload).toString()).toBe(script);
  }
});

test("HEAD says what GET would send", async () => {
  const get = await openClient();
  for (const path of [asset, "/", "/icon-192.png"]) {
    const accept = { "accept-encoding": "br" };
    const [head, whole] = [await get(path, accept, "HEAD"), await get(path, accept)];
    expect(head.payload).toBe("");
    const { date: _, ...headers } = whole.headers;
    expect(head.headers).toMatchObject(headers);
  }
});

test("what packing would not help is sent as it is", async () => {
  const get = await openClient();
  const { headers, rawPayload } = await get("/icon-192.png", { "accept-encoding": "br, gzip" });
  expect(rawPayload).toEqual(picture);
  expect(headers["content-type"]).toBe("image/png");
  expect(headers["cache-control"]).toBe("no-cache");
  expect(headers).not.toHaveProperty("content-encoding");
});

test("the service worker and the page are revalidated each time, and sent again only if they changed", async () => {
  const get = await openClient();
  for (const path of ["/sw.js", "/login", "/nopage"])
    for (const encoding of ["br", "gzip", "identity"]) {
      const accept = { "accept-encoding": encoding };
      const { headers } = await get(path, accept);
      expect(headers).toMatchObject({ "cache-control": "no-cache" });
      const again = await get(path, { ...accept, "if-none-match": headers.etag ?? "" });
      expect(again).toMatchObject({ statusCode: 304, payload: "" });
      expect(again.headers).toMatchObject({ "cache-control": "no-cache", etag: headers.etag });
    }
});

test.each([
  ["/"],
  ["/login?to=/resident/issues"],
  ["/login/"],
  ["/resident/issues?sort=description"],
  ["/index.html"],
  ["/nopage"],
])("%s is answered with the page, which has the building's time zone in it", async (path) => {
  const get = await openClient();
  const answer = await get(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(answer.payload).toBe(page);
});

test.each([
  [`${asset}.br`],
  [`${asset}.gz`],
  ["/assets/gone.js"],
  ["/assets/"],
  ["/assets//"],
  ["/assets/../sw.js.br"],
  ["/assets/%2e%2e/package.json"],
  ["/..%2f..%2fpackage.json"],
  ["/api/nothing"],
  ["/pages/index.html"],
  ["/login.html"],
])("%s is no address", async (path) => {
  const get = await openClient();
  const answer = await get(path, { "accept-encoding": "br" });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: "request.unknown_address" });
  expect(answer.headers["cache-control"]).toBe(undefined);
});
