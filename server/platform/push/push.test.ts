import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openHouse } from "../../testing.ts";
import { sessions } from "../auth/table.ts";
import { certify } from "../https/authority.ts";
import { someAuthority } from "../https/testing.ts";
import { numbersOf } from "../live/events.ts";
import { writeSetting } from "../settings/settings.ts";
import { publicKeyOf, sendPush, subscribe, subscriptionOf } from "./push.ts";
import { newSubscription } from "./schema.ts";

/** What a browser keeps of its subscription, and how it reads what arrives (RFC 8291, RFC 8188). */
function browser() {
  const keys = createECDH("prime256v1");
  const own = keys.generateKeys();
  const secret = Buffer.alloc(16, 7);
  const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, info, bytes));
  return {
    p256dh: own.toString("base64url"),
    auth: secret.toString("base64url"),
    read(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const sealed = body.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
      const key = derive(keys.computeSecret(sender), secret, info, 32);
      const content = derive(key, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = derive(key, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const decipher = createDecipheriv("aes-128-gcm", content, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return text.subarray(0, text.lastIndexOf(2)).toString();
    },
  };
}

/** A push service on loopback, and a house in which Pieter's browser is subscribed there. */
async function withService() {
  const issuer = await someAuthority();
  const { cert, key } = await certify(issuer, ["push.example"], new Date());
  const arrived: { headers: Record<string, unknown>; body: Buffer }[] = [];
  const answer = { status: 201 };
  const server = createServer({ cert, key }, (request, response) => {
    void buffer(request).then((body) => {
      arrived.push({ headers: request.headers, body });
      response.writeHead(answer.status).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => void server.close().closeAllConnections();
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;

  const house = openHouse();
  const { db, people, services, tokenOf } = house;
  tokenOf("pieter");
  const accountId = people.pieter.id;
  const session = db.select().from(sessions).where(eq(sessions.accountId, accountId)).get();
  const sessionId = session?.id ?? "";
  const { at } = services.now();
  const publicKey = await publicKeyOf(db, at);
  const { p256dh, auth, read } = browser();
  const address = { endpoint: `https://push.example:${port}/a`, p256dh, auth };
  subscribe(db, { accountId, sessionId }, { ...address, lockScreen: "what" }, at);
  const found = () => subscriptionOf(db, { sessionId });
  const agent = new Agent({
    ca: issuer.cert,
    lookup: (_, options, done) =>
      options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
  });
  onTestFinished(() => agent.destroy());
  const message = { title: "Acacia Court", body: "Water is off", path: "/", tag: "news" };
  const send = () => {
    const sending = { keptSeconds: 60, isUrgent: true, origin: "https://stoep.example", agent };
    const subscription = found();
    if (!subscription) throw new Error("There is no subscription.");
    return sendPush(db, subscription, message, sending, at);
  };
  return { ...house, at, publicKey, arrived, answer, close, found, send, read, message, sessionId };
}

test("a notification arrives, and only the browser it is for can read it", async () => {
  const { db, send, arrived, read, message, publicKey, found } = await withService();
  expect(await send()).toBe("taken");
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = arrived;
  expect(headers).toMatchObject({ ttl: "60", urgency: "high", "content-encoding": "aes128gcm" });
  // Push services know the building by its key (RFC 8292).
  expect(headers.authorization).toMatch(/^vapid t=[\w.-]+, k=/);
  expect(headers.authorization).toContain(publicKey);
  expect(body.includes("Water")).toBe(false);
  expect(JSON.parse(read(body))).toEqual(message);
  expect(found()?.eventsPushed).toBe(numbersOf(db).last);
});

test("a browser that wants none any more is forgotten; otherwise it is tried again", async () => {
  const { send, answer, found, close } = await withService();
  for (answer.status of [500, 429, 400, 401, 403]) {
    expect(await send()).toBe("failed");
    expect(found()).toBeDefined();
  }
  answer.status = 410;
  expect(await send()).toBe("gone");
  expect(found()).toBeUndefined();
  close();
});

test("without the internet nothing is lost", async () => {
  const { send, found, close } = await withService();
  close();
  expect(await send()).toBe("failed");
  expect(found()).toBeDefined();
});

test("the keys stay, sealed; if they cannot be opened, there are new ones and everybody subscribes anew", async () => {
  const { db, at, publicKey, found } = await withService();
  expect(await publicKeyOf(db, at)).toBe(publicKey);
  const lost = `v1.00000000.${"A".repeat(60)}`;
  writeSetting(db, "pushKeys", { publicKey, privateKey: lost }, at);
  expect(await publicKeyOf(db, at)).not.toBe(publicKey);
  expect(found()).toBeUndefined();
});

test("a subscription ends with its session", async () => {
  const { db, found, sessionId } = await withService();
  db.delete(sessions).where(eq(sessions.id, sessionId)).run();
  expect(found()).toBeUndefined();
});

test.each([
  "http://fcm.googleapis.com/fcm/send/a",
  "https://192.168.1.1/admin",
  "https://localhost:3000/a",
  "https://fcm.googleapis.com.evil.example/a",
  "https://evil.example/?fcm.googleapis.com",
  "https://evilpush.apple.com.example/a",
  "not an address",
])("Stoep sends to push services only, not to %s", (endpoint) => {
  const { p256dh, auth } = browser();
  const read = newSubscription.safeParse({ endpoint, p256dh, auth, lockScreen: "that" });
  expect(read.error?.issues.map(({ message }) => message)).toEqual([
    "must be an address of a push service",
  ]);
});

test.each([
  "https://fcm.googleapis.com/fcm/send/a:b",
  "https://updates.push.services.mozilla.com/wpush/v2/a",
  "https://web.push.apple.com/a",
  "https://wns2-bl2p.notify.windows.com/w/?token=a",
])("the service at %s is one", (endpoint) => {
  const { p256dh, auth } = browser();
  const subscription = { endpoint, p256dh, auth, lockScreen: "that" };
  expect(newSubscription.parse(subscription)).toEqual(subscription);
});
