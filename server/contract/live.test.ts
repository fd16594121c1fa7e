import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { eq } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { buildApp } from "../app.ts";
import { newId } from "../database/columns.ts";
import { beginEventStream } from "../http/eventStream.ts";
import { authError } from "../platform/auth/errors.ts";
import { endSessionsOf } from "../platform/auth/sessions/sessions.ts";
import { accounts } from "../platform/auth/table.ts";
import { mostMissed, numbersOf, recordEvent, sweepEvents } from "../platform/live/events.ts";
import { createLive } from "../platform/live/live.ts";
import { events } from "../platform/live/table.ts";
import { handClock, type Neighbour, openHouse, openServer } from "../testing.ts";
import { darkStairs, dayVisit, inDays, lateRent } from "./samples.ts";

type Server = Awaited<ReturnType<typeof openServer>>;
type From = Pick<Server, "tokenOf"> & { base: string };

interface Heard {
  id: string;
  topic: string;
  about: string;
}

const ofPrograms = "/api/property/live";
const ofTabs = "/api/trpc/member.live.events";

/** An open stream, read as a program does, or else a browser's tab. */
async function listen(
  { base, tokenOf }: From,
  name: Neighbour,
  since?: string,
  path: string = ofPrograms,
  token: string = tokenOf(name),
) {
  const stop = new AbortController();
  const response = await fetch(`${base}${path}`, {
    headers: {
      accept: "text/event-stream",
      cookie: `sid=${token}`,
      ...(since !== undefined && { "last-event-id": since }),
    },
    signal: stop.signal,
  });
  onTestFinished(() => stop.abort());
  let text = "";
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true });
    return true;
  })().catch(() => false);
  const heard = (): Heard[] =>
    [...text.matchAll(/^data: (\{"id":.+)$/gm)].map(([, data = ""]) => {
      const event = JSON.parse(data) as Heard;
      expect(text).toContain(`id: ${event.id}\n`);
      return event;
    });
  const topics = () => heard().map(({ topic }) => topic);
  /** Where a stream begins, from its first line without data. */
  const position = async () => {
    await expect.poll(() => text).toMatch(/^id: /m);
    return /^id: (.+)$/m.exec(text)?.[1] ?? "";
  };
  return { response, ended, heard, topics, position, text: () => text, close: () => stop.abort() };
}

test("each hears what they may see, and never its content", async () => {
  const server = await openServer();
  const { as, people } = server;
  const names = ["anna", "thandi", "pieter", "sipho"] as const;
  const streams = await Promise.all(names.map((name) => listen(server, name)));
  const { id: notice } = await as("anna").admin.announcements.post({ message: "Water is off" });
  const fine = await as("anna").admin.fines.issue({ ...lateRent, residentId: people.thandi.id });
  await as("anna").admin.fines.setStatus({ fineId: fine.id, status: "Paid" });
  const { id: stairs } = await as("thandi").resident.maintenance.log(darkStairs);
  const visit = await as("thandi").resident.visitors.signIn(dayVisit);
  await as("anna").admin.announcements.post({ message: "Water is back" });
  const heard = async (at: number) => {
    await expect.poll(() => streams[at]?.topics().at(-1)).toBe("announcement");
    await expect.poll(() => streams[at]?.topics().length).toBeGreaterThan(1);
    return streams[at]?.heard().map(({ topic, about }) => [topic, about]);
  };
  const both = ["announcement", expect.any(String)];
  const all = [
    ["announcement", notice],
    ["fine", fine.id],
    ["fine", fine.id],
    ["request", stairs],
    ["visit", visit.id],
    both,
  ];
  expect(await heard(0)).toEqual(all);
  expect(await heard(1)).toEqual(all);
  expect(await heard(2)).toEqual([["announcement", notice], both]);
  expect(await heard(3)).toEqual([["announcement", notice], ["request", stairs], both]);
  expect(streams.map((each) => each.text()).join()).not.toMatch(/Water|stairs|Late Rent/i);
  const { headers } = streams[0]?.response ?? {};
  expect(headers?.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(headers?.get("content-encoding")).toBeNull();
  expect(headers?.get("x-content-type-options")).toBe("nosniff");
});

test("what was missed comes first, also after a restart; what is unknown or too old is answered by resync", async () => {
  const { clock, pass } = handClock();
  const server = await openServer({ clock, onDisk: true });
  const { as, db, services } = server;
  const post = (message: string) => as("anna").admin.announcements.post({ message });
  const first = await listen(server, "pieter");
  const begun = await first.position();
  const ids = [(await post("One")).id, (await post("Two")).id, (await post("Three")).id];
  await expect.poll(() => first.heard().map(({ about }) => about)).toEqual(ids);
  const [one] = first.heard();
  first.close();

  const again = await buildApp({ ...services, live: createLive(db, services.now) });
  await again.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => again.close());
  const { port } = again.server.address() as { port: number };
  const restarted = { ...server, base: `http://127.0.0.1:${port}` };
  const missed = await listen(restarted, "pieter", one?.id);
  await expect.poll(() => missed.heard().map(({ about }) => about)).toEqual(ids.slice(1));
  const { id: four } = await post("Four");
  await expect.poll(() => missed.heard().at(-1)?.about).toBe(four);

  const [epoch] = begun.split(":");
  for (const wrong of [
    `${epoch}:999`,
    `other:1`,
    "nonsense",
    `${epoch}:-1`,
    `${epoch}:1e3`,
    "🙂",
  ]) {
    const { heard, close } = await listen(server, "pieter", encodeURIComponent(wrong));
    await expect.poll(() => heard().map(({ topic }) => topic)).toEqual(["resync"]);
    close();
  }
  pass({ days: 31 });
  sweepEvents(db, services.now().at);
  expect(db.select().from(events).all()).toMatchObject([{ number: numbersOf(db).last }]);
  const old = await listen(restarted, "pieter", one?.id);
  await expect.poll(old.topics).toEqual(["resync"]);
  const last = await listen(restarted, "pieter", old.heard()[0]?.id);
  const { id: five } = await post("Five");
  await expect.poll(() => last.heard().map(({ about }) => about)).toEqual([five]);
});

test("it ends with the session and when the role changes, and at once when the server stops", async () => {
  const server = await openServer();
  const { db, people, services, app, as } = server;
  const [thandi, sipho, pieter] = await Promise.all(
    (["thandi", "sipho", "pieter"] as const).map((name) => listen(server, name)),
  );
  endSessionsOf(db, people.thandi.id);
  expect(await thandi?.ended).toBe(true);
  db.update(accounts).set({ role: "Admin" }).run();
  expect(await sipho?.ended).toBe(true);
  expect(await pieter?.ended).toBe(true);

  for (let round = 0; round < 100; round += 1) (await listen(server, "anna")).close();
  await expect.poll(() => services.live.count()).toBe(0);
  const names = ["anna", "bongani", "lerato", "pieter", "sipho"] as const;
  const open = await Promise.all(
    names.flatMap((name) => Array.from({ length: 40 }, () => listen(server, name))),
  );
  expect(services.live.count()).toBe(200);
  await as("anna").admin.announcements.post({ message: "The server stops" });
  await app.close();
  expect(await Promise.all(open.map(({ ended }) => ended))).toEqual(open.map(() => true));
  expect(services.live.count()).toBe(0);
});

test("one whose token has expired is ended, and those after them go on", async () => {
  const { db, services } = openHouse();
  const live = createLive(db, services.now, 20);
  onTestFinished(live.close);
  let isExpired = false;
  const account = { id: "a", role: "Admin" as const, maintenanceType: null };
  const listener = (mayThrow: boolean) => {
    const heard = { comments: 0, isEnded: false };
    live.listen(
      {
        account: () => {
          if (mayThrow && isExpired) throw authError("auth.token_expired");
          return account;
        },
        send: () => {
          heard.comments += 1;
        },
        end: () => {
          heard.isEnded = true;
        },
      },
      undefined,
    );
    return heard;
  };
  const [program, tab] = [listener(true), listener(false)];
  isExpired = true;
  await expect.poll(() => program.isEnded).toBe(true);
  await expect.poll(() => tab.comments).toBeGreaterThan(1);
  expect([tab.isEnded, live.count()]).toEqual([false, 1]);
});

test("nobody listens without a session, or too often, and what hangs hears a comment", async () => {
  const server = await openServer();
  const { rest, services, db } = server;
  expect((await rest()("GET /api/property/live")).status).toBe(401);
  const head = await rest("anna")("HEAD /api/property/live");
  expect([head.status, head.headers.get("content-type")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
  ]);
  const account = () => ({ id: "a", role: "Admin" as const, maintenanceType: null });
  const live = createLive(db, services.now, 20);
  onTestFinished(live.close);
  const written: number[] = [];
  const listener = () => ({
    account,
    send: (sent: readonly unknown[]) => void written.push(sent.length),
    end: () => {},
  });
  const all = Array.from({ length: 1_000 }, () => live.listen(listener(), undefined));
  expect(() => live.listen(listener(), undefined)).toThrow("too fast");
  await expect.poll(() => written.filter((count) => count === 0).length).toBeGreaterThan(2_000);
  for (const { stop } of all) stop();
  expect(live.count()).toBe(0);
});

test("a tab hears of the last minute, goes on where it was, and makes room for newer ones", async () => {
  const { clock, pass } = handClock();
  const server = await openServer({ clock });
  const { as, db, people } = server;
  const post = (message: string) => as("anna").admin.announcements.post({ message });
  const token = server.tokenOf("thandi");
  const tab = (since?: string) => listen(server, "thandi", since, ofTabs, token);
  await post("Long ago");
  pass({ minutes: 2 });
  const { id: recent } = await post("Just now");
  const first = await tab();
  await expect.poll(first.topics).toEqual(["announcement", "begin"]);
  expect(first.heard()[0]?.about).toBe(recent);
  const { id: next } = await post("Next");
  await expect.poll(first.topics).toEqual(["announcement", "begin", "announcement"]);
  first.close();
  const { id: missed } = await post("Missed");
  const again = await tab(first.heard().at(-1)?.id);
  await expect.poll(again.topics).toEqual(["announcement", "begin"]);
  expect([next, again.heard()[0]?.about]).toEqual([first.heard()[2]?.about, missed]);
  const { headers } = again.response;
  expect(headers.get("content-type")).toBe("text/event-stream");
  expect(headers.get("content-encoding")).toBeNull();

  const others = [await tab(), await tab(), await tab(), await tab()];
  expect(await again.ended).toBe(true);
  expect(again.topics().at(-1)).toBe("replaced");
  await post("Everywhere");
  for (const { topics } of others) await expect.poll(topics).toContain("announcement");
  endSessionsOf(db, people.thandi.id);
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual(others.map(() => true));
  const refused = await tab();
  expect(await refused.ended).toBe(true);
  expect(refused.text()).toContain('"code":"auth.signed_out"');
  await expect.poll(() => server.services.live.count()).toBe(0);
});

test("screens also hear of what programs do not: the register and announced changes", async () => {
  const { clock, pass } = handClock();
  const server = await openServer({ clock });
  const { as, people } = server;
  const { id: unitId } = await as("anna").admin.units.add({ label: "Unit 77" });
  const owner = { unitId, personId: people.thandi.id, role: "owner", since: inDays(-9) } as const;
  await as("anna").admin.parties.add(owner);
  pass({ minutes: 2 });
  const tabOf = (name: Neighbour) => listen(server, name, undefined, ofTabs);
  const [anna, sipho, thandi, pieter] = [
    await tabOf("anna"),
    await tabOf("sipho"),
    await tabOf("thandi"),
    await tabOf("pieter"),
  ];
  const program = await listen(server, "anna");
  await as("anna").admin.units.add({ label: "Unit 78" });
  const { id: noticeId } = await as("thandi").resident.changeNotices.announce({
    kind: "tenant",
    unitId,
    on: inDays(1),
    name: "Zodwa",
  });
  await as("anna").admin.changeDecisions.refuse({ noticeId, reason: "Wrong unit" });
  await as("anna").admin.announcements.post({ message: "Water is off" });
  const contacts = { email: "pieter@new.example", cellPhone: "082 999 8877" };
  await as("anna").admin.profile.update({ profileId: people.pieter.id, ...contacts });
  const both = ["change", "change", "announcement"];
  await expect.poll(anna.topics).toEqual(["begin", "register", ...both, "register"]);
  await expect.poll(thandi.topics).toEqual(["begin", "register", ...both, "register"]);
  for (const each of [sipho, pieter])
    await expect.poll(each.topics).toEqual(["begin", "register", "announcement", "register"]);
  expect(pieter.heard().filter(({ topic }) => topic === "register")).toMatchObject([
    { about: "" },
    { about: "" },
  ]);
  await expect.poll(program.topics).toEqual(["announcement"]);
});

test("the gate hears that an erasure signs visitors out and takes back who was announced", async () => {
  const server = await openServer();
  const { as, db, people } = server;
  const trade = { maintenanceType: "Security" };
  db.update(accounts).set(trade).where(eq(accounts.id, people.sipho.id)).run();
  const thandi = as("thandi").resident;
  await thandi.visitors.signIn(dayVisit);
  await thandi.expectedVisits.announce({ from: inDays(1), until: inDays(1) });
  const guard = await listen(server, "sipho");
  const tab = await listen(server, "sipho", undefined, ofTabs);
  await as("anna").admin.people.remove({ id: people.thandi.id });
  await as("anna").admin.privacy.erase({ id: people.thandi.id, confirmation: "thandi Mokoena" });
  await expect.poll(() => guard.topics()).toEqual(["visit", "visit"]);
  await expect.poll(tab.topics).toContain("register");
});

test.each([ofPrograms, ofTabs])(
  "a thousand events arrive by %s, both those that were missed and those that come at once",
  async (path) => {
    const server = await openServer();
    const { db, services, people } = server;
    const happen = () =>
      db.transaction(() => {
        for (let made = 0; made < mostMissed; made += 1) {
          const notice = { topic: "announcement", about: newId(), audience: "everybody" } as const;
          recordEvent(db, { accountId: people.anna.id, origin: "" }, services.now().at, notice);
        }
      });
    const first = await listen(server, "thandi");
    const begun = await first.position();
    first.close();
    happen();
    const { topics } = await listen(server, "thandi", begun, path);
    const arrived = () => topics().filter((topic) => topic === "announcement").length;
    await expect.poll(arrived).toBe(mostMissed);
    happen();
    await expect.poll(arrived).toBe(2 * mostMissed);
  },
);

test("who reads nothing is cut off", async () => {
  const server = createServer((_, raw) => {
    const reply = { raw, hijack: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply;
    const write = beginEventStream(reply, {});
    const timer = setInterval(() => write("x".repeat(50_000)), 1);
    raw.once("close", () => clearInterval(timer));
  });
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const reader = connect(port, "127.0.0.1").pause();
  onTestFinished(() => void reader.destroy());
  reader.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const isOpen = () =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count > 0)));
  await expect.poll(isOpen).toBe(true);
  await expect.poll(isOpen, { timeout: 10_000 }).toBe(false);
});
