import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { multipart, tinyPng } from "../../../contract/samples.ts";
import { removeUnused } from "../../../platform/files/rows.ts";
import { openServer } from "../../../testing.ts";
import { brandingOf } from "./service.ts";

/** A PNG of one dot, with a text in it that strangers must not see. */
function picture(text: string, width = 1): Buffer {
  const png = tinyPng(width);
  const secret = Buffer.from(`\0\0\0\0tEXt${text}`);
  secret.writeUInt32BE(text.length);
  return Buffer.concat([png.subarray(0, 33), secret, Buffer.from("crc."), png.subarray(33)]);
}

async function house() {
  const server = await openServer();
  const { base, config, db } = server;
  const send = (file: Buffer) =>
    server.rest("anna")("POST /api/property/admin/building/picture", multipart(file));
  /** As somebody who is not signed in. */
  const get = (version: string) => fetch(`${base}/api/property/building/picture/${version}`);
  const files = () => readdirSync(config.uploads);
  const version = () => brandingOf(db).picture;
  return { ...server, send, get, files, version };
}

test("everybody sees the picture of the building, under an address that is good for ever", async () => {
  const { send, get, version } = await house();
  expect((await get("x")).status).toBe(404);
  const { status, body } = await send(picture("a"));
  expect([status, body]).toEqual([200, { message: "Picture saved", version: version() }]);
  const seen = await get(body.version);
  expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(seen.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(seen.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(seen.headers.get("set-cookie")).toBeNull();
});

test("another picture replaces it, the same one changes nothing, and each change is in the trail", async () => {
  const { as, send, get, files, version, db, config } = await house();
  const first = (await send(picture("a"))).body.version;
  expect((await send(picture("b"))).body.version).toBe(first);
  expect(files()).toHaveLength(1);
  const second = (await send(picture("c", 2))).body.version;
  expect([second === first, version()]).toEqual([false, second]);
  // A page that is still open asks for the first, which no device may store for good.
  const old = await get(first);
  expect([old.status, old.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  await as("anna").admin.buildingPicture.remove();
  expect([version(), (await get(second)).status]).toEqual([null, 404]);
  await expect(as("anna").admin.buildingPicture.remove()).rejects.toThrow("has no picture");
  await removeUnused(db, config.uploads, "2999-01-01T00:00:00.000Z");
  expect(files()).toEqual([]);
  const { rows } = await as("anna").admin.audit.entries({});
  const ours = rows.filter(({ action }) => action.startsWith("picture."));
  expect(ours.map(({ action }) => action)).toEqual([
    "picture.remove",
    "picture.set",
    "picture.set",
  ]);
});
