import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, darkStairs, lateRent, multipart, tinyPdf } from "../../contract/samples.ts";
import { big, bytes, heicOf } from "../../platform/files/testing.ts";
import { type Neighbour, openServer } from "../../testing.ts";
import { attachmentKinds, type KindName, refusalWords } from "./schema.ts";

const note = bytes("Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0", "\0\0\0\0");
const place = "GPS 33.9S";
const segment = (marker: number, content: Buffer) =>
  bytes([0xff, marker], big(content.length + 2, 2), content);

/** Photos that say where they were taken and that they lie on their side; metadata.test.ts has all types. */
const jpeg = bytes(
  [0xff, 0xd8],
  segment(0xe1, bytes(note, place)),
  Buffer.from("ffc0000b08001e002801011100ffda0008010100003f007fffd9", "hex"),
);
const photos = { "image/jpeg": jpeg, "image/heic": heicOf({ exif: place }) };

async function withFine() {
  const server = await openServer();
  const fine = { ...lateRent, residentId: server.people.thandi.id };
  const request = await server.as("thandi").resident.maintenance.log(darkStairs);
  const { id } = await server.as("anna").admin.fines.issue(fine);
  const notice = await server.as("anna").admin.announcements.post({ message: "The plan" });
  const ways: Record<KindName, [path: string, who: Neighbour]> = {
    proofs: [`resident/fines/${id}/payment-proof`, "thandi"],
    evidence: [`admin/fines/${id}/evidence`, "anna"],
    requestPhotos: [`requests/${request.id}/photos`, "thandi"],
    internalFiles: [`requests/${request.id}/internal-files`, "sipho"],
    noticeFiles: [`notices/${notice.id}/files`, "anna"],
    picture: ["admin/building/picture", "anna"],
  };
  const send = async (kind: KindName, file: Buffer, name = "photo.jpg") => {
    const [path, who] = ways[kind];
    const call = `POST /api/property/${path}`;
    const { status, body } = await server.rest(who)(call, multipart(file, name));
    return { status, body };
  };
  const stored = () => {
    const { uploads } = server.config;
    return readdirSync(uploads).map((file) => readFileSync(join(uploads, file)));
  };
  return { ...server, fineId: id, send, stored };
}

const kinds = Object.keys(attachmentKinds) as KindName[];
const pairs = kinds.flatMap((kind) =>
  Object.entries(photos)
    .filter(([type]) => type in attachmentKinds[kind].types)
    .map(([type, photo]) => [kind, type, photo] as const),
);

test.each(pairs)(
  "of %s a photo of type %s is stored upright and without its place",
  async (kind, type, photo) => {
    const { send, stored, db } = await withFine();
    const sent = await send(kind, photo, "PHOTO.HeIc");
    expect(sent.status).toBe(kind.startsWith("request") || kind.endsWith("Files") ? 201 : 200);
    const [file = bytes()] = stored();
    expect(file.includes(place)).toBe(false);
    // How it has to be turned.
    const mark = type === "image/heic" ? "irot\x01" : note.subarray(14).toString("latin1");
    expect(file.toString("latin1")).toContain(mark);
    const row = db.$client.prepare("SELECT size, mime_type AS mimeType FROM files").get();
    expect(row).toEqual({ size: file.length, mimeType: type });
  },
);

test("a HEIC whose place cannot be removed is refused in words, whichever kind it is for", async () => {
  const { send, stored } = await withFine();
  const unknown = bytes(heicOf({ version: 1 }));
  for (const kind of ["proofs", "evidence"] as const)
    expect(await send(kind, unknown)).toMatchObject({
      status: 415,
      body: {
        code: "attachments.says_where",
        message: "Stoep cannot remove the place from this HEIC photo. Send it as JPEG.",
        field: "file",
      },
    });
  expect(stored()).toEqual([]);
});

test("a photo that an earlier version stored whole is sent, and exported, without its place", async () => {
  const { send, rest, config, base, tokenOf, people } = await withFine();
  const { body } = await send("proofs", jpeg);
  const [name = ""] = readdirSync(config.uploads);
  writeFileSync(join(config.uploads, name), jpeg);
  const get = async (path: string) => {
    const headers = { cookie: `sid=${tokenOf("thandi")}` };
    return Buffer.from(await (await fetch(`${base}${path}`, { headers })).arrayBuffer());
  };
  const sent = await get(`/api/property/payment-proofs/${body.id}/file`);
  expect([sent.includes(place), sent.includes("Exif")]).toEqual([false, true]);
  expect((await get(`/api/property/profile/${people.thandi.id}/data`)).includes(place)).toBe(false);
  expect((await rest("anna")(`GET /api/property/payment-proofs/${body.id}/file`)).status).toBe(200);
});

test("what each kind refuses is a whole sentence in its own words", async () => {
  const { send } = await withFine();
  expect((await send("evidence", tinyPdf())).body.message).toBe(
    "This file is not a JPEG, PNG, WebP or HEIC. Choose another.",
  );
  expect(refusalWords("picture", "too_large")).toBe(
    "This file is larger than 2 MB. Choose a smaller one.",
  );
  expect(refusalWords("proofs", "too_many")).toContain("20 of these here. Ask an admin");
  for (const kind of kinds)
    for (const why of ["no_file", "wrong_type", "archive", "too_many", "unknown"] as const)
      expect(refusalWords(kind, why)).toMatch(/^[A-Z][^{}]*[.]$/);
});

test("the same file sent twice is one, of every kind but the photos of requests", async () => {
  const { send, stored, db } = await withFine();
  const once = kinds.filter((kind) => kind !== "requestPhotos");
  for (const kind of once) expect(await send(kind, jpeg)).toEqual(await send(kind, jpeg));
  expect(stored()).toHaveLength(once.length);
  expect(db.$client.prepare("SELECT count(*) FROM attachments").pluck().get()).toBe(once.length);
});

test.each<[string, KindName[], (kind: KindName) => Buffer, number, string]>([
  ["a text called .png", kinds, () => bytes("no picture"), 415, "wrong_type"],
  ["a PDF", ["evidence", "picture"], () => tinyPdf(), 415, "wrong_type"],
  ["nothing", kinds, () => bytes(), 400, "no_file"],
  [
    "a byte too many",
    kinds,
    (kind) => Buffer.alloc(attachmentKinds[kind].maxBytes + 1),
    413,
    "too_large",
  ],
])("%s is refused in words, whichever of %j it is for, and nothing is kept", async (...given) => {
  const [, of, fileFor, status, why] = given;
  const { send, stored, db } = await withFine();
  const before = contents(db);
  for (const kind of of) {
    const body = { code: `attachments.${why}`, field: "file", message: expect.any(String) };
    expect(await send(kind, fileFor(kind)), kind).toMatchObject({ status, body });
  }
  expect([stored(), contents(db)]).toEqual([[], before]);
});
