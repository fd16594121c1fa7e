import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../backup/testing.ts";
import { openBuilding } from "../installation/database.ts";
import { deliverDue, mailTransport, queueMail } from "./mail.ts";
import { at, from, invite, link, mailServer, mails, openOutbox, read, reply } from "./testing.ts";

test("a queued mail arrives, and its link is forgotten once it is sent", async () => {
  const { arrived, port } = await mailServer();
  const { db, deliver } = await openOutbox(port);
  queueMail(db, invite, at(0));
  expect(mails(db)).toMatchObject([{ status: "waiting", attempts: 0, text: invite.text }]);
  expect(arrived).toEqual([]);
  await deliver(at(0));
  expect(arrived.map(({ to }) => to)).toEqual([["thandi@example.co.za"]]);
  const { headers, text } = read(arrived[0]?.source ?? "");
  expect(headers).toMatchObject({
    from,
    to: "thandi@example.co.za",
    subject: "Acacia Court: your invitation",
    "auto-submitted": "auto-generated",
  });
  expect(headers["content-type"]).toMatch(/^text\/plain; charset=utf-8/);
  expect(text).toContain(`\r\n${link}\r\n`);
  expect(mails(db)).toMatchObject([
    { status: "sent", text: "", sentAt: at(0), nextAttemptAt: null, lastError: null },
  ]);
  await deliver(at(600));
  expect(arrived).toHaveLength(1);
});

test("a waiting mail's link is not to be read in the file, and without its key it is given up in words", async () => {
  const { arrived, port } = await mailServer();
  const folder = newFolder();
  const file = join(folder, "stoep.db");
  const first = openBuilding(file);
  queueMail(first, invite, at(0));
  first.$client.pragma("wal_checkpoint(TRUNCATE)");
  expect(readFileSync(file).includes(link)).toBe(false);
  first.$client.close();

  rmSync(join(folder, "secrets"), { recursive: true });
  const { db, deliver } = await openOutbox(port, file);
  queueMail(db, invite, at(1));
  await deliver(at(1));
  expect(mails(db)).toMatchObject([
    { status: "failed", text: "", lastError: expect.stringContaining("folder secrets") },
    { status: "sent" },
  ]);
  expect(arrived).toHaveLength(1);
});

test("mails wait while the server is down, and are tried again when due, not before", async () => {
  const first = await mailServer();
  await first.close();
  const { db, deliver } = await openOutbox(first.port);
  queueMail(db, invite, at(0));
  await deliver(at(0));
  expect(mails(db)).toMatchObject([
    { status: "waiting", attempts: 1, nextAttemptAt: at(1), text: invite.text },
  ]);
  expect(mails(db)[0]?.lastError).toContain("ECONNREFUSED");
  await deliver(at(1));
  expect(mails(db)).toMatchObject([{ attempts: 2, nextAttemptAt: at(3) }]);

  const { arrived } = await mailServer({}, first.port);
  await deliver(at(3, -1));
  expect(arrived).toEqual([]);
  await deliver(at(3));
  expect(arrived).toHaveLength(1);
  expect(mails(db)).toMatchObject([{ status: "sent", text: "", lastError: null }]);
});

test("the pauses double up to 6 hours, and the 10th failure is the last", async () => {
  const { port } = await mailServer({
    onMailFrom: (_, __, done) => done(reply(451, "Greylisted")),
  });
  const { db, deliver } = await openOutbox(port);
  queueMail(db, invite, at(0));
  const pauses: number[] = [];
  let now = at(0);
  for (let attempt = 1; attempt <= 10; attempt++) {
    await deliver(now);
    const next = mails(db)[0]?.nextAttemptAt ?? now;
    pauses.push((Date.parse(next) - Date.parse(now)) / 60_000);
    now = next;
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 0]);
  expect(mails(db)).toMatchObject([{ status: "failed", attempts: 10, text: "" }]);
  expect(mails(db)[0]?.lastError).toContain("Greylisted");
});

test("a receiver refused for good fails at once and does not hold up the others", async () => {
  const { arrived, port } = await mailServer({
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith("nobody") ? reply(550, "No such user here") : null),
  });
  const { db, deliver } = await openOutbox(port);
  queueMail(db, { ...invite, to: "nobody@example.co.za" }, at(0));
  queueMail(db, invite, at(0));
  await deliver(at(0));
  expect(mails(db)).toMatchObject([
    { status: "failed", attempts: 1, text: "", nextAttemptAt: null },
    { status: "sent" },
  ]);
  expect(mails(db)[0]?.lastError).toContain("No such user here");
  expect(arrived).toHaveLength(1);
});

test("a mail password the server refuses loses no mail", async () => {
  const { port, arrived } = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) =>
      password === "right" ? done(null, { user: "stoep" }) : done(reply(535, "Bad password")),
  });
  const { db, deliver } = await openOutbox(port);
  queueMail(db, invite, at(0));
  await deliver(at(0));
  expect(mails(db)).toMatchObject([{ status: "waiting", attempts: 1, text: invite.text }]);
  const wrong = await mailTransport(`smtp://stoep:wrong@127.0.0.1:${port}`);
  await deliverDue(db, wrong, from, at(1));
  expect(mails(db)).toMatchObject([{ status: "waiting", attempts: 2, text: invite.text }]);
  const right = await mailTransport(`smtp://stoep:right@127.0.0.1:${port}`);
  await deliverDue(db, right, from, at(3));
  expect(arrived).toHaveLength(1);
});

test("a mail put off by a clock ten years ahead goes out once the clock is right", async () => {
  const { arrived, port } = await mailServer();
  const { db, deliver } = await openOutbox(port);
  queueMail(db, invite, at(10 * 365 * 24 * 60));
  await deliver(at(0));
  expect(arrived).toHaveLength(1);
});

test("a server that accepts and then says nothing is given up, once for the whole run", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  let calls = 0;
  silent.on("connection", (socket) => {
    calls++;
    onTestFinished(() => void socket.destroy());
  });
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const { db } = await openOutbox(port);
  queueMail(db, invite, at(0));
  queueMail(db, invite, at(0));
  await deliverDue(db, await mailTransport(`smtp://127.0.0.1:${port}`, 300), from, at(0));
  expect(calls).toBe(1);
  expect(mails(db)).toMatchObject([{ attempts: 1, nextAttemptAt: at(1) }, { attempts: 0 }]);
});

test("when Stoep ends, the mail that is being sent is the last", async () => {
  const end = new AbortController();
  const { arrived, port } = await mailServer({
    onMailFrom(_address, _session, done) {
      end.abort();
      done();
    },
  });
  const { db } = await openOutbox(port);
  queueMail(db, invite, at(0));
  queueMail(db, invite, at(0));
  const transport = await mailTransport(`smtp://127.0.0.1:${port}`);
  await deliverDue(db, transport, from, at(0), end.signal);
  expect(arrived).toHaveLength(1);
  expect(mails(db)).toMatchObject([{ status: "sent" }, { status: "waiting", attempts: 0 }]);
});
