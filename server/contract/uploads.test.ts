import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { attachmentKinds } from "../features/attachments/schema.ts";
import { openServer } from "../testing.ts";
import { contents, lateRent, multipart, tinyPdf, tinyPng } from "./samples.ts";

async function thandisFine() {
  const server = await openServer();
  const { as, people, rest, config } = server;
  const fine = await as("anna").admin.fines.issue({ ...lateRent, residentId: people.thandi.id });
  const path = `/api/property/resident/fines/${fine.id}/payment-proof`;
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    rest("thandi")(`POST ${path}`, typeof body === "string" ? Buffer.from(body) : body, headers);
  const storedFiles = () => (existsSync(config.uploads) ? readdirSync(config.uploads) : []);
  const before = contents(server.db);
  const expectNothingKept = () => {
    expect(storedFiles()).toEqual([]);
    expect(contents(server.db)).toBe(before);
  };
  return { ...server, fine, path, send, storedFiles, expectNothingKept };
}

/** A JPEG: so many kilobytes that a camera wrote, then its size, and one line of dots. */
function jpegOf(width: number, height: number, kilobytes = 0) {
  const written = Buffer.alloc(1_024);
  written.set([0xff, 0xe1, (written.length - 2) >> 8, (written.length - 2) & 0xff]);
  const size = Buffer.from("ffc0000b080000000001011100", "hex");
  size.writeUInt16BE(height, 5);
  size.writeUInt16BE(width, 7);
  const begin = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");
  const dots = Buffer.from("ffda0008010100003f007fffd9", "hex");
  return Buffer.concat([begin, ...Array<Buffer>(kilobytes).fill(written), size, dots]);
}
const scanned = Buffer.concat([Buffer.from("Scanned by\r\nthe copier\r\n"), tinyPdf()]);

test.each([
  ["PDF after some lines", scanned, "application/pdf", "photo.pdf"],
  ["PNG", tinyPng(), "image/png", "photo.png"],
])("a %s is taken for what it is, whatever it is called", async (_, file, type, fileName) => {
  const { send, as, fine } = await thandisFine();
  expect((await send(multipart(file, "photo.txt"))).status).toBe(200);
  const proofs = await as("anna").admin.proofs.of({ fineId: fine.id });
  expect(proofs).toMatchObject([{ mimeType: type, size: file.length, fileName }]);
});

/** An empty file in a ZIP without compression, placed after `before`. */
function zipAfter(before: Buffer): Buffer {
  const local = Buffer.alloc(31);
  local.write("PK\u0003\u0004", "latin1");
  local.writeUInt16LE(1, 26);
  const directory = Buffer.alloc(47);
  directory.write("PK\u0001\u0002", "latin1");
  directory.writeUInt16LE(1, 28);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(before.length + local.length, 16);
  return Buffer.concat([before, local, directory, end]);
}

const wrongType = [415, "attachments.wrong_type"] as const;

test.each([
  ["a script called PDF", "<script>alert(1)</script>", ...wrongType],
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', ...wrongType],
  ["an archive", "PK\u0003\u0004".padEnd(40, "\0"), ...wrongType],
  ["a PDF after too many lines", `${"a\n".repeat(513)}${tinyPdf()}`, ...wrongType],
  ["a bursting picture", tinyPng(60_000, 60_000), 413, "attachments.too_many_dots"],
  ["one that says so late", jpegOf(60_000, 60_000, 590), 413, "attachments.too_many_dots"],
  ["a picture that says no size", jpegOf(0, 0).subarray(0, 20), 415, "attachments.broken"],
  ["a picture of no width", jpegOf(0, 30), 415, "attachments.broken"],
  ["a PDF that is a ZIP too", zipAfter(tinyPdf()), 415, "attachments.archive"],
  ["a picture that is a ZIP too", zipAfter(tinyPng()), 415, "attachments.archive"],
])("%s is refused in words by its content and nothing is kept", async (_, file, status, code) => {
  const { send, expectNothingKept } = await thandisFine();
  const message = expect.stringMatching(code === wrongType[1] ? /PDF/ : /send/);
  const sent = multipart(typeof file === "string" ? Buffer.from(file, "latin1") : file);
  expect(await send(sent)).toMatchObject({ status, body: { code, field: "file", message } });
  expectNothingKept();
});

test("what any camera makes is taken, and the letters PK in a document are no archive", async () => {
  const { send } = await thandisFine();
  expect((await send(multipart(tinyPng(12_000, 9_000)))).status).toBe(200);
  const letters = Buffer.from(`PK\u0005\u0006${"x".repeat(40)}`, "latin1");
  expect((await send(multipart(Buffer.concat([tinyPdf(), letters])))).status).toBe(200);
});

test("a proof is served to be saved, never to be shown or run", async () => {
  const { send, rest } = await thandisFine();
  const { body } = await send(multipart(tinyPdf()));
  const { headers } = await rest("thandi")(`GET /api/property/payment-proofs/${body.id}/file`);
  expect(headers.get("content-disposition")).toMatch(/^attachment/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
});

test("ten megabytes are taken, a byte more and twenty are not", async () => {
  const { send, storedFiles } = await thandisFine();
  const ofSize = (size: number) =>
    Buffer.concat([tinyPdf(), Buffer.alloc(size - tinyPdf().length, 32)]);
  expect((await send(multipart(ofSize(attachmentKinds.proofs.maxBytes)))).status).toBe(200);
  for (const size of [attachmentKinds.proofs.maxBytes + 1, 2 * attachmentKinds.proofs.maxBytes])
    expect(await send(multipart(ofSize(size)))).toMatchObject({
      status: 413,
      body: { code: "attachments.too_large", field: "file" },
    });
  // Without a Content-Length, the limit is noticed during the upload.
  const chunks = multipart(ofSize(2 * attachmentKinds.proofs.maxBytes));
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < chunks.length; at += 65_536)
        controller.enqueue(chunks.subarray(at, at + 65_536));
      controller.close();
    },
  });
  expect((await send(stream)).status).toBe(413);
  expect(storedFiles()).toHaveLength(1);
});

const whole = multipart(tinyPdf());
const large = multipart(Buffer.concat([tinyPdf(), Buffer.alloc(100_000, 32)]));
const inFile = large.indexOf("%PDF");
const afterFile = whole.indexOf('name="fileName"');

test.each([
  [
    "no file part",
    '--b\r\nContent-Disposition: form-data; name="fileName"\r\n\r\nx\r\n--b--\r\n',
    "no_file",
  ],
  ["an empty file", multipart(Buffer.alloc(0)), "no_file"],
  ["an empty body", "", "no_file"],
  ["no multipart at all", "hello", "no_file"],
  ["a body that ends in the file", whole.subarray(0, 200), "cut_off"],
  ["one cut off at its first byte", large.subarray(0, inFile + 1), "cut_off"],
  ["one cut off later", large.subarray(0, inFile + 70_000), "cut_off"],
  ["one that ends after its file", whole.subarray(0, afterFile), "cut_off"],
  ["one that ends before its last line", whole.subarray(0, -4), "cut_off"],
] as const)("%s is refused in words, and nothing is stored", async (_, body, why) => {
  const { send, expectNothingKept } = await thandisFine();
  const code = `attachments.${why}`;
  expect(await send(body)).toMatchObject({ status: 400, body: { code, field: "file" } });
  expectNothingKept();
});

test("two files at once are refused, with the advice to send one at a time", async () => {
  const { send, expectNothingKept } = await thandisFine();
  const ending = Buffer.from("------neighbour--\r\n");
  const two = (first: Buffer, second: Buffer) =>
    Buffer.concat([multipart(first).subarray(0, -ending.length), multipart(second)]);
  const long = Buffer.concat([tinyPdf(), Buffer.alloc(3_000_000, 32)]);
  const message = expect.stringContaining("one at a");
  for (const body of [
    two(tinyPdf("one"), tinyPdf("two")),
    two(long, tinyPng()),
    two(tinyPng(), long),
  ]) {
    const answer = await send(body);
    const refused = { code: "files.one_only", field: "file", message };
    expect(answer).toMatchObject({ status: 400, body: refused });
    // Not closed, because all of the body was read.
    expect(answer.headers.get("connection")).toBe("keep-alive");
  }
  expectNothingKept();
  expect((await send(multipart(tinyPdf()))).status).toBe(200);
});

test("a connection cut off half-way leaves no file and no row, and the server goes on", async () => {
  const { port, path, tokenOf, storedFiles, send, expectNothingKept } = await thandisFine();
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const head = [`POST ${path} HTTP/1.1`, "Host: localhost", `Cookie: sid=${tokenOf("thandi")}`];
  const type = ["Content-Type: multipart/form-data", "Content-Length: 500000", "", ""];
  socket.write([...head, ...type].join("\r\n"));
  socket.write(multipart(Buffer.concat([tinyPdf(), Buffer.alloc(200_000)])).subarray(0, 150_000));
  await expect.poll(storedFiles, { timeout: 10_000 }).toHaveLength(1);
  socket.destroy();
  // A busy machine takes a moment to notice.
  await expect.poll(storedFiles, { timeout: 10_000 }).toEqual([]);
  expectNothingKept();
  expect((await send(multipart(tinyPdf()))).status).toBe(200);
});
