import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { multipart, tinyPdf } from "../../contract/samples.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { unguarded } from "../../platform/audit/testing.ts";
import { openServer } from "../../testing.ts";

vi.setConfig({ testTimeout: 60_000 });

/** A server with its data on disk, and an admin's client over HTTP. */
async function looked(options: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer({ onDisk: true, ...options });
  const api = server.as("anna").admin.backups;
  const settled = async <T>(read: () => Promise<T>, done: (read: T) => unknown): Promise<T> => {
    for (;;) {
      const now = await read();
      if (done(now)) return now;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const made = async () => {
    await api.make();
    return settled(api.overview, ({ running }) => running === null);
  };
  /** Previews a source and waits for the result. */
  const inside = async (source: Parameters<typeof api.preview>[0]["source"], passphrase = "") => {
    await api.preview({ source, passphrase });
    const { restore } = await settled(api.overview, ({ restore }) => restore?.phase !== "reading");
    return restore;
  };
  const send = (file: Buffer) =>
    server.rest("anna")(
      "POST /api/property/admin/backups/upload",
      multipart(file, "from my stick.tar.gz"),
    );
  const entries = server.db.$client.prepare<[], string>(
    "SELECT action FROM audit_events ORDER BY seq",
  );
  const actions = () => entries.pluck().all();
  return { ...server, api, made, inside, send, actions };
}

test("back up now: it runs beside the server, a second one is refused, the list has it", async () => {
  // The machine's time, because that is when the process beside the server makes it.
  const { api, made, actions, people, db } = await looked({ clock: () => new Date() });
  expect(await api.overview()).toMatchObject({ archives: [], lastRehearsed: null, hour: 2 });
  const making = made();
  await vi.waitUntil(async () => (await api.overview()).running);
  await expect(api.make()).rejects.toThrow("A backup is already being made");
  const { archives, lastRehearsed, failure } = await making;
  expect(failure).toBeNull();
  expect(archives).toEqual([lastRehearsed]);
  expect(lastRehearsed).toMatchObject({
    encrypted: false,
    rehearsal: { files: 0, kinds: expect.arrayContaining([{ kind: "People", rows: 6 }]) },
  });
  expect(actions().filter((action) => action.startsWith("backups"))).toEqual(["backups.make"]);
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({ actorId: people.anna.id });
});

test("an archive is downloaded byte by byte, and by no other name", async () => {
  const { made, rest, config, base, tokenOf, actions } = await looked();
  const [{ id = "" } = {}] = (await made()).archives;
  const address = `/api/property/admin/backups/${id}/file`;
  const answer = await fetch(base + address, { headers: { cookie: `sid=${tokenOf("anna")}` } });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(join(config.backups, id)));
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${id}"`);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(actions().at(-1)).toBe("backups.download");
  writeFileSync(join(config.backups, "notes.txt"), "not an archive");
  for (const name of [
    "..%2Fstoep.db",
    "%2Fetc%2Fpasswd",
    "notes.txt",
    `${id}.rehearsed.json`,
    "stoep-2020-01-01T00-00-00Z.tar.gz",
  ])
    expect(await rest("anna")(`GET /api/property/admin/backups/${name}/file`)).toMatchObject({
      status: 404,
      body: { code: "backups.unknown" },
    });
});

test("one of the list and one that is sent are looked into, beside what there is now", async () => {
  const { made, inside, send, config, as, actions } = await looked();
  const [{ id = "" } = {}] = (await made()).archives;
  await as("anna").admin.announcements.post({ message: "Since the backup" });
  const expected = {
    phase: "ready",
    version: expect.any(String),
    kinds: expect.arrayContaining([
      { kind: "People", coming: 6, now: 6 },
      { kind: "Announcements", coming: 0, now: 1 },
      { kind: "Uploaded files", coming: 0, now: 0 },
    ]),
  };
  expect(await inside({ archive: id })).toMatchObject(expected);
  const { status, body } = await send(readFileSync(join(config.backups, id)));
  expect(status).toBe(200);
  expect(body).toMatchObject({ message: "Backup uploaded", fileName: "from my stick.tar.gz" });
  expect(actions().at(-1)).toBe("backups.upload");
  expect(await inside({ sent: body.sent, fileName: body.fileName })).toMatchObject(expected);
  await as("anna").admin.backups.cancel();
  expect(readdirSync(config.data).filter((name) => /part|incoming|restor/.test(name))).toEqual([]);
});

test("people are counted without removed ones, and those removed since the backup are named", async () => {
  const { made, inside, as, people } = await looked();
  const owner = await as("anna").admin.people.add({ name: "Zoe", surname: "Zulu" });
  const [{ id = "" } = {}] = (await made()).archives;
  for (const each of [people.pieter, owner]) await as("anna").admin.people.remove({ id: each.id });
  const restore = await inside({ archive: id });
  expect(restore).toMatchObject({
    phase: "ready",
    kinds: expect.arrayContaining([{ kind: "People", coming: 7, now: 5 }]),
    returning: [
      { name: "Zoe", role: "no sign-in" },
      { name: "pieter", role: "Resident" },
    ],
    lineage: { origin: "own", lost: 2 },
    trailProblem: null,
  });
  const { archives } = await made();
  expect(archives[0]?.rehearsal?.kinds).toContainEqual({ kind: "People", rows: 5 });
});

test("what is wrong with the trail in a backup is told in words, before it is restored", async () => {
  const { made, inside, as, db } = await looked();
  await as("anna").admin.announcements.post({ message: "Water off" });
  unguarded(db.$client).exec(`UPDATE audit_events SET "after" = '{}' WHERE action LIKE '%.post'`);
  const [{ id = "" } = {}] = (await made()).archives;
  expect(await inside({ archive: id })).toMatchObject({
    trailProblem: expect.stringMatching(
      / \(posted an announcement, 20 November 2026 at \d\d:\d\d\) /,
    ),
  });
});

test("a preview is its admin's own: another one neither sees, confirms nor cancels it", async () => {
  const { api, made, inside, send, config, as } = await looked();
  const other = as("bongani").admin.backups;
  const [{ id = "" } = {}] = (await made()).archives;
  const { sent, fileName } = (await send(readFileSync(join(config.backups, id)))).body;
  await expect(other.preview({ source: { sent, fileName } })).rejects.toThrow(
    "This backup could not be found",
  );
  const mine = await inside({ sent, fileName });
  if (mine?.phase !== "ready") throw new Error("not ready");

  expect((await other.overview()).restore).toBeNull();
  await expect(other.restore({ id: mine.id })).rejects.toThrow("no longer open");
  await other.cancel();
  await other.preview({ source: { archive: id } });
  const isReady = async () => (await other.overview()).restore?.phase === "ready";
  await vi.waitUntil(isReady, { timeout: 50_000, interval: 200 });
  expect((await api.overview()).restore).toMatchObject({ phase: "ready", id: mine.id });
  await other.cancel();
  expect((await api.overview()).restore).toMatchObject({ phase: "ready", id: mine.id });
  await api.cancel();
  expect(readdirSync(config.data).filter((name) => /part|incoming/.test(name))).toEqual([]);
});

test("one that was sent and never looked at goes when another is sent", async () => {
  const { made, send, inside, config } = await looked();
  const [{ id = "" } = {}] = (await made()).archives;
  const archive = readFileSync(join(config.backups, id));
  const first = await send(archive);
  const { sent, fileName } = (await send(archive)).body;
  expect(readdirSync(join(config.data, "incoming"))).toEqual([sent]);
  await expect(inside({ sent: first.body.sent, fileName })).rejects.toThrow(
    "This backup could not be found",
  );
  expect(await inside({ sent, fileName })).toMatchObject({ phase: "ready" });
});

const text = (words: string) => Buffer.from(words);

test.each<[string, (archive: Buffer) => Buffer, number, RegExp]>([
  ["empty", () => text(""), 400, /No file arrived/],
  ["a text", () => text("holiday pictures"), 415, /not a Stoep backup/],
  ["a PDF", () => tinyPdf(), 415, /not a Stoep backup/],
])("an upload that is %s is refused and not kept", async (_, spoil, status, says) => {
  const { send, config } = await looked();
  const answer = await send(spoil(text("")));
  expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(says) } });
  const incoming = join(config.data, "incoming");
  expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
});

/** Sends the headers and the beginning of an upload on a connection of its own. */
function beginUpload({ port, tokenOf }: Awaited<ReturnType<typeof looked>>, length = 1_000_000) {
  const line = connect(port, "127.0.0.1").setEncoding("utf8");
  line.write(
    [
      ...["POST /api/property/admin/backups/upload HTTP/1.1", "Host: stoep.test"],
      ...[`Cookie: sid=${tokenOf("anna")}`, "Content-Type: multipart/form-data; boundary=b"],
      ...[`Content-Length: ${length}`, "", "--b"],
      ...['Content-Disposition: form-data; name="file"; filename="x.tar.gz"', "", "half a file"],
    ].join("\r\n"),
  );
  return line;
}

test("a long upload has no deadline while it arrives; silent or aborted, nothing of it is left", async () => {
  const server = await looked({ patienceMs: 400 });
  const incoming = join(server.config.data, "incoming");
  const gone = () => readdirSync(incoming).length === 0;
  const line = beginUpload(server);
  const closed = once(line, "close");
  for (let part = 0; part < 12; part += 1) {
    await pause(100);
    line.write("more of it");
  }
  expect(readdirSync(incoming)).toHaveLength(1);
  await closed;
  await vi.waitUntil(gone);
  const aborted = beginUpload(server);
  await vi.waitUntil(() => !gone());
  aborted.destroy();
  await vi.waitUntil(gone);
});

test("while a backup arrives, another slow request is cut off all the same", async () => {
  const server = await looked({ patienceMs: 400 });
  const upload = beginUpload(server);
  const slow = connect(server.port, "127.0.0.1").setEncoding("utf8");
  let answer = "";
  slow.on("data", (chunk) => {
    answer += chunk;
  });
  const head = ["POST /api/auth/sign-in HTTP/1.1", "Host: stoep.test", "Content-Length: 500"];
  slow.write([...head, "Content-Type: application/json", "", '{"'].join("\r\n"));
  const trickle = setInterval(() => {
    upload.write("more");
    slow.write("x");
  }, 100);
  await once(slow, "close");
  clearInterval(trickle);
  expect(answer).toMatch(/^HTTP\/1.1 408 .*request\.too_slow/s);
  expect(upload.destroyed).toBe(false);
  upload.destroy();
});

test("more than the disk has room for is refused before it arrives", async () => {
  const server = await looked();
  const { config } = server;
  const line = beginUpload(server, 999_999_999_999_999);
  let response = "";
  for await (const chunk of line) {
    response += chunk;
    if (response.includes("}")) break;
  }
  expect(response).toMatch(/^HTTP\/1\.1 507[\s\S]*not enough room on the building's disk/);
  expect(readdirSync(config.data)).not.toContain("incoming");
});

test.each<[string, (archive: Buffer) => Buffer, RegExp]>([
  ["cut off", (archive) => archive.subarray(0, 4_000), /not a complete Stoep backup/],
  [
    "encrypted for somebody else",
    () => text("age-encryption.org/v1\n-> X25519 abc\n"),
    /not a complete Stoep backup|encrypted/,
  ],
])(
  "a backup that is %s: words without a path of ours, and nothing changes",
  async (_, spoil, says) => {
    const { made, inside, send, config, db } = await looked();
    const [{ id = "" } = {}] = (await made()).archives;
    const count = () => db.$client.prepare("SELECT count(*) AS n FROM accounts").get();
    const before = count();
    const { body } = await send(spoil(readFileSync(join(config.backups, id))));
    const state = await inside({ sent: body.sent, fileName: "x" });
    expect(state).toMatchObject({ phase: "failed", why: expect.stringMatching(says) });
    expect(JSON.stringify(state)).not.toContain(config.data);
    expect(count()).toEqual(before);
  },
);

test("a backup with another passphrase needs it: a wrong one is refused, the right one opens it", async () => {
  const { made, inside, config } = await looked({ env: { BACKUP_PASSPHRASE: "three owls" } });
  const [{ id = "", encrypted } = {}] = (await made()).archives;
  expect(encrypted).toBe(true);
  expect(await inside({ archive: id }, "two owls")).toMatchObject({
    phase: "failed",
    wantsPassphrase: true,
    why: expect.stringContaining("The passphrase does not open This backup"),
  });
  expect(await inside({ archive: id })).toMatchObject({ phase: "ready" });
  expect(readdirSync(config.data).filter((name) => name.startsWith(".part-"))).toHaveLength(1);
});

test("what is not there, is no name of ours, or is not ready any more is refused", async () => {
  const { api, inside, made, config } = await looked();
  mkdirSync(config.backups);
  for (const source of [
    { archive: "../stoep.db" },
    { archive: "stoep-2020-01-01T00-00-00Z.tar.gz" },
    { sent: "../stoep.db", fileName: "x" },
    { sent: "none.tar.gz", fileName: "x" },
  ])
    await expect(api.preview({ source })).rejects.toThrow("This backup could not be found");
  await expect(api.preview({ source: { before: "last restore" } })).rejects.toThrow(
    "Nothing was restored here",
  );
  await expect(api.restore({ id: "never" })).rejects.toThrow("no longer open");
  const [{ id = "" } = {}] = (await made()).archives;
  const first = await inside({ archive: id });
  await inside({ archive: id });
  expect(first).toMatchObject({ phase: "ready" });
  await expect(api.restore({ id: first?.phase === "ready" ? first.id : "" })).rejects.toThrow(
    "Choose it again",
  );
});
