import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contents, lateRent, multipart, tinyPdf } from "../../contract/samples.ts";
import { earlierMigrations, tablesOf } from "../../fixtures/testing.ts";
import { unexpectedParts } from "../../platform/backup/restore/unexpectedSchema.ts";
import { big, bytes, chunk, heicOf } from "../../platform/files/testing.ts";
import { openBuilding } from "../../platform/installation/database.ts";
import { type Neighbour, openServer } from "../../testing.ts";
import { attachmentKinds, type KindName, refusalWords } from "./schema.ts";

test("photos, proofs and the picture of a building from before are attachments, with their ids", () => {
  const folder = mkdtempSync(join(tmpdir(), "stoep-attachments-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "stoep.db");
  const { $client: old } = openBuilding(file, { migrations: earlierMigrations(folder, 31) });
  const day = "'2026-01-02T00:00:00.000Z'";
  const people = ["anna", "thandi"].map((id) => `('${id}', '${id}', 'X', ${day})`);
  const accounts = ["anna", "thandi"].map((id) => `('${id}', 'Admin', '${id}', '${id}', ${day})`);
  const names = ["slip", "again", "rubble", "court"];
  const files = names.map(
    (id) =>
      `('f-${id}', '${id}.png', '${id}.png', 'image/png', 1, 'x', '${id === "slip" || id === "again" ? "thandi" : "anna"}', ${day})`,
  );
  old.exec(`
    INSERT INTO people (id, name, surname, created_at) VALUES ${people};
    INSERT INTO accounts (id, role, username, username_key, created_at) VALUES ${accounts};
    INSERT INTO fines (id, resident_id, type, status, amount_cents, reason, issued_at, due_date, room_no, reference)
      VALUES ('fine', 'thandi', 'Late Rent', 'Unpaid', 1, 'r', ${day}, '2026-01-02', '1', 'F-1');
    INSERT INTO files VALUES ${files};
    INSERT INTO payment_proofs VALUES ('p1', 'fine', 'f-slip', 'thandi'), ('p2', 'fine', 'f-again', 'thandi');
    INSERT INTO fine_evidence VALUES ('e1', 'fine', 'f-rubble');
    INSERT INTO building_pictures VALUES ('building', 'f-court');`);
  const before = tablesOf(old);
  old.close();
  const { $client } = openBuilding(file);
  onTestFinished(() => void $client.close());
  const { attachments, ...rest } = tablesOf($client);
  const fine = { subject_id: "fine" };
  expect(attachments).toEqual([
    {
      id: "building",
      kind: "picture",
      subject_id: "building",
      file_id: "f-court",
      added_by: "anna",
    },
    { id: "e1", kind: "evidence", ...fine, file_id: "f-rubble", added_by: "anna" },
    { id: "p1", kind: "proofs", ...fine, file_id: "f-slip", added_by: "thandi" },
    { id: "p2", kind: "proofs", ...fine, file_id: "f-again", added_by: "thandi" },
  ]);
  const { payment_proofs, fine_evidence, building_pictures, __drizzle_migrations, ...others } =
    before;
  expect(rest).toMatchObject(others);
  for (const gone of ["payment_proofs", "fine_evidence", "building_pictures"])
    expect(rest).not.toHaveProperty(gone);
  expect(unexpectedParts($client)).toEqual([]);
  // The search still follows what proofs are called, and only those.
  $client.exec("UPDATE files SET file_name = 'proof of ' || file_name");
  const titles = $client.prepare("SELECT title FROM search_records WHERE kind = 'paper'").pluck();
  expect(titles.all().sort()).toEqual(["proof of again.png", "proof of slip.png"]);
  $client.exec("DELETE FROM attachments");
  expect(titles.all()).toEqual([]);
});

const note = bytes("Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0", "\0\0\0\0");
const place = "GPS 33.9S";
const segment = (marker: number, content: Buffer) =>
  bytes([0xff, marker], big(content.length + 2, 2), content);
const piece = (name: string, content: Buffer) =>
  bytes(name, big(content.length, 4).reverse(), content, content.length % 2 ? "\0" : "");

/** A photo of each type that says where it was taken and that it lies on its side. */
const photos: Record<string, Buffer> = {
  "image/jpeg": bytes(
    [0xff, 0xd8],
    segment(0xe1, bytes(note, place)),
    Buffer.from("ffc0000b08001e0028010111 00ffda0008010100003f007fffd9".replace(" ", ""), "hex"),
  ),
  "image/png": bytes(
    "\x89PNG\r\n\x1a\n",
    chunk("IHDR", bytes(big(40, 4), big(30, 4), [8, 0, 0, 0, 0])),
    chunk("eXIf", bytes(note.subarray(6), place)),
    chunk("IDAT", "dots"),
    chunk("IEND", ""),
  ),
  "image/webp": (() => {
    const content = bytes(
      piece("VP8X", bytes([8, 0, 0, 0, 39, 0, 0, 29, 0, 0])),
      piece("VP8 ", bytes("\0\0\0\x9d\x01\x2a", [40, 0, 30, 0])),
      piece("EXIF", bytes(note.subarray(6), place)),
    );
    return bytes("RIFF", big(content.length + 4, 4).reverse(), "WEBP", content);
  })(),
  "image/heic": heicOf({ exif: place }),
};

async function withFine() {
  const server = await openServer();
  const fine = { ...lateRent, residentId: server.people.thandi.id };
  const { id } = await server.as("anna").admin.fines.issue(fine);
  const ways: Record<KindName, [path: string, who: Neighbour]> = {
    proofs: [`resident/fines/${id}/payment-proof`, "thandi"],
    evidence: [`admin/fines/${id}/evidence`, "anna"],
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
  Object.keys(photos)
    .filter((type) => type in attachmentKinds[kind].types)
    .map((type) => [kind, type] as const),
);

test.each(pairs)(
  "of %s a photo of type %s is stored upright and without its place",
  async (kind, type) => {
    const { send, stored, db } = await withFine();
    const sent = await send(kind, photos[type] ?? bytes(), "PHOTO.HeIc");
    expect(sent.status).toBe(200);
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
  const { body } = await send("proofs", photos["image/jpeg"] ?? bytes());
  const [name = ""] = readdirSync(config.uploads);
  writeFileSync(join(config.uploads, name), photos["image/jpeg"] ?? bytes());
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

test("the same file sent twice is one, of every kind", async () => {
  const { send, stored, db } = await withFine();
  const file = photos["image/png"] ?? bytes();
  for (const kind of kinds) expect(await send(kind, file)).toEqual(await send(kind, file));
  expect(stored()).toHaveLength(kinds.length);
  expect(db.$client.prepare("SELECT count(*) FROM attachments").pluck().get()).toBe(kinds.length);
});

const wide = Buffer.from(photos["image/png"] ?? bytes());
wide.writeUInt32BE(17_000_000, 16);
wide.writeUInt32BE(1, 20);

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
  ["a broken PNG", ["picture"], () => wide.subarray(0, 20), 415, "broken"],
  ["more than 16 million dots", ["picture"], () => wide, 413, "too_many_dots"],
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
