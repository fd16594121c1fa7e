import { createECDH } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { darkStairs, dayVisit, inDays } from "../../contract/samples.ts";
import type { LockScreen, PushMessage } from "../../platform/push/schema.ts";
import { pushSubscriptions } from "../../platform/push/table.ts";
import { handClock, openHouse } from "../../testing.ts";
import { assumeOut } from "../visitors/gate/service.ts";
import { pushEntryRequests, pusher, pushNews } from "./newsPush.ts";

/** A building over HTTPS, where Thandi and Pieter are told of news on their phones. */
async function withPhones(lockScreen: LockScreen = "what") {
  const { clock, pass } = handClock();
  const house = openHouse({ clock, env: { STOEP_ORIGIN: "https://acacia.example" } });
  const { as, db, people, services } = house;
  pass({ minutes: 1 });
  const keys = { p256dh: "B".repeat(87), auth: "A".repeat(22) };
  const subscribe = async (who: "thandi" | "pieter") => {
    const own = as(who).member;
    const endpoint = `https://fcm.googleapis.com/fcm/send/${who}`;
    await own.live.startPush({ endpoint, ...keys, lockScreen });
    return own;
  };
  const [thandi, pieter] = await Promise.all([subscribe("thandi"), subscribe("pieter")]);
  let told: (PushMessage & { who: string; isUrgent: boolean })[] = [];
  const service = { answer: "taken" as "taken" | "failed" };
  type Push = Parameters<typeof pushNews>[1];
  const push: Push = async ({ accountId }, message, { isUrgent }) => {
    const who = accountId === people.thandi.id ? "thandi" : "pieter";
    told.push({ who, ...message, isUrgent });
    return service.answer;
  };
  const wordsOf = async (work: () => Promise<void>) => {
    told = [];
    await work();
    return told.map(({ who, body }) => `${who}: ${body}`).sort();
  };
  return {
    ...house,
    thandi,
    pieter,
    pass,
    service,
    last: () => told.at(-1),
    news: () => wordsOf(() => pushNews(db, push, services.now(), services.config.timeZone)),
    gate: () => wordsOf(() => pushEntryRequests(db, push, services.now())),
  };
}

test("what is new is told after a minute, what is urgent at once, and each once", async () => {
  const { as, news, pass, last } = await withPhones();
  const { admin } = as("anna");
  const { id } = await as("thandi").resident.maintenance.log(darkStairs);
  await admin.maintenance.setStatus({ requestId: id, status: "Closed" });
  expect(await news()).toEqual([]);
  pass({ minutes: 1 });
  const closed = "News about a maintenance request (closed): The stairs are dark";
  expect(await news()).toEqual([`thandi: ${closed}`]);
  expect(last()).toMatchObject({
    title: "Our building",
    path: "/resident/dashboard",
    tag: "news",
    isUrgent: false,
  });
  expect(await news()).toEqual([]);

  await admin.maintenance.setStatus({ requestId: id, status: "Open" });
  const outage = { outage: "Water", outageFrom: `${inDays(3)}T09:00` } as const;
  await admin.notices.post({ ...outage, title: "Pipes", message: "Fill a bucket", urgent: true });
  const told = "Pipes No water from 23 Nov 2026, 09:00. Fill a bucket";
  expect(await news()).toEqual([`pieter: ${told}`, `thandi: ${told} And 1 more.`]);
  expect(last()?.isUrgent).toBe(true);
  expect(await news()).toEqual([]);

  const nameless = { from: inDays(0), until: inDays(0) };
  const { code } = await as("thandi").resident.expectedVisits.announce(nameless);
  await as("anna").gate.visits.admit({ code });
  pass({ minutes: 1 });
  expect(await news()).toEqual(["thandi: A visitor has arrived"]);
});

test("what was seen meanwhile or taken back is not told, and what could not be sent is later", async () => {
  const { as, news, pass, thandi, service } = await withPhones();
  const { announcements } = as("anna").admin;
  const { id: announcementId } = await announcements.post({ message: "Oh no" });
  await announcements.undo({ announcementId });
  pass({ minutes: 2 });
  expect(await news()).toEqual([]);
  await announcements.post({ message: "The lift works" });
  await thandi.live.seen({ number: (await thandi.live.news()).number });
  pass({ minutes: 2 });
  service.answer = "failed";
  const works = ["pieter: A notice The lift works"];
  expect(await news()).toEqual(works);
  service.answer = "taken";
  expect(await news()).toEqual([]);
  pass({ minutes: 1 });
  expect(await news()).toEqual(works);
  expect(await news()).toEqual([]);
  // After a day without the internet it is no news.
  service.answer = "failed";
  await announcements.post({ message: "The lift stands" });
  pass({ days: 1, minutes: 1 });
  expect(await news()).toEqual([]);
});

test("nobody is woken for who was assumed out or never came, and who is to come has not arrived", async () => {
  const { as, db, news, pass, services, thandi } = await withPhones();
  const { visitors } = as("anna").admin;
  const visit = { ...dayVisit, residentEmail: "thandi@example.co.za" };
  await visitors.signIn({ ...visit, visitorName: "Lindiwe" });
  await visitors.signIn({ ...visit, startDate: inDays(1) });
  pass({ minutes: 1 });
  expect(await news()).toEqual(["thandi: A visitor is expected: Jan Botha And 1 more."]);
  const statuses = async () =>
    (await thandi.live.news()).rows.map(({ text, status }) => [text, status]);
  expect(await statuses()).toEqual([
    ["Jan Botha", "Expected"],
    ["Lindiwe Botha", "In"],
  ]);
  pass({ days: 2 });
  const { timeZone } = services.config;
  assumeOut(db, { accountId: null, origin: "job" }, services.now(), timeZone);
  pass({ minutes: 1 });
  expect(await statuses()).toEqual([["Lindiwe Botha", "Assumed out"]]);
  expect(await news()).toEqual([]);
});

test("an internal note reaches no resident's phone", async () => {
  const { as, news, pass } = await withPhones();
  const { id: requestId } = await as("thandi").resident.maintenance.log(darkStairs);
  const note = { requestId, text: "She calls every day", internal: true };
  await as("sipho").member.maintenance.addNote(note);
  pass({ minutes: 2 });
  expect(await news()).toEqual([]);
});

test("however much follows, nobody waits for longer than five minutes", async () => {
  const { as, news, pass } = await withPhones();
  const told: number[] = [];
  for (let half = 0; half < 12; half += 1) {
    await as("anna").admin.announcements.post({ message: `Notice ${half}` });
    pass({ seconds: 30 });
    told.push((await news()).length);
  }
  expect(told.indexOf(2)).toBe(9);
});

test("a locked screen shows only that something is new, for whoever wants that", async () => {
  const { as, news, gate, pass, people, last } = await withPhones("that");
  await as("anna").admin.announcements.post({ message: "Thandi owes money" });
  pass({ minutes: 1 });
  const isNew = "Something is new.";
  expect(await news()).toEqual([`pieter: ${isNew}`, `thandi: ${isNew}`]);
  const { id: unitId } = await as("anna").admin.units.add({ label: "Unit 12" });
  const home = { unitId, role: "tenant", since: inDays(-30) } as const;
  await as("anna").admin.parties.add({ ...home, personId: people.pieter.id });
  await as("anna").gate.entryRequests.ask({ unitId, visitorName: "Jan Botha" });
  expect(await gate()).toEqual(["pieter: Somebody is at the gate."]);
  expect(JSON.stringify(last())).not.toContain("Botha");
});

test("when the gate asks, the phones of the unit are told at once, and no others", async () => {
  const { as, gate, people, last, pieter } = await withPhones();
  const { id: unitId } = await as("anna").admin.units.add({ label: "Unit 12" });
  const home = { unitId, role: "tenant", since: inDays(-30) } as const;
  await as("anna").admin.parties.add({ ...home, personId: people.pieter.id });
  const guard = as("anna").gate.entryRequests;
  const { id: entryRequestId } = await guard.ask({ unitId, visitorName: "Jan Botha" });
  expect(await gate()).toEqual(["pieter: Jan Botha is at the gate for Unit 12."]);
  expect(last()).toMatchObject({ isUrgent: true, tag: entryRequestId });
  expect(await gate()).toEqual([]);
  await pieter.entryRequests.answer({ entryRequestId, admits: true });
  await guard.ask({ unitId });
  expect(await gate()).toEqual(["pieter: Somebody is at the gate for Unit 12."]);
});

test("a browser is subscribed until it says no, and only over HTTPS", async () => {
  const { as, db, thandi, pieter } = await withPhones();
  const publicKey = expect.stringMatching(/^[\w-]{87}$/);
  expect(await thandi.live.push()).toEqual({ publicKey, lockScreen: "what" });
  expect(await as("thandi").member.live.push()).toEqual({ publicKey, lockScreen: null });
  await thandi.live.stopPush();
  expect(await thandi.live.push()).toMatchObject({ lockScreen: null });
  // Somebody else on the same browser takes it over.
  const [row] = db.select().from(pushSubscriptions).all();
  const { endpoint = "", p256dh = "", auth = "" } = row ?? {};
  await thandi.live.startPush({ endpoint, p256dh, auth, lockScreen: "that" });
  expect(await pieter.live.push()).toMatchObject({ lockScreen: null });
  const all = db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
  expect(all.all()).toHaveLength(1);
  expect(await openHouse().as("thandi").member.live.push()).toBeNull();
});

test("when Stoep ends, no more is sent to a push service that does not answer", async () => {
  const { db, services } = await withPhones();
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const [subscription] = db.select().from(pushSubscriptions).all();
  if (!subscription) throw new Error("There is no subscription.");
  const endpoint = `https://127.0.0.1:${port}/`;
  const p256dh = createECDH("prime256v1").generateKeys("base64url");
  const end = new AbortController();
  const push = pusher(services, services.now().at, end.signal);
  const message = { title: "a", body: "b", path: "/", tag: "news" };
  const sends = Array.from({ length: 12 }, () =>
    push({ ...subscription, p256dh, endpoint }, message, { keptSeconds: 1, isUrgent: false }),
  );
  await expect.poll(() => sockets.length).toBe(10);
  end.abort();
  for (const socket of sockets) socket.destroy();
  const hangUp = setInterval(
    () => sockets.slice(10).forEach((socket) => void socket.destroy()),
    10,
  );
  expect(new Set(await Promise.all(sends))).toEqual(new Set(["failed"]));
  clearInterval(hangUp);
  expect(sockets).toHaveLength(10);
});
