import { expect, onTestFinished, test } from "vitest";
import { buildApp } from "../app.ts";
import { endSessionsOf } from "../platform/auth/sessions/sessions.ts";
import { accounts } from "../platform/auth/table.ts";
import { sweepEvents } from "../platform/live/events.ts";
import { createLive } from "../platform/live/live.ts";
import { events } from "../platform/live/table.ts";
import { handClock, type Neighbour, openServer } from "../testing.ts";
import { darkStairs, dayVisit, lateRent } from "./samples.ts";

type Server = Awaited<ReturnType<typeof openServer>>;
type From = Pick<Server, "tokenOf"> & { base: string };

interface Heard {
  id: string;
  topic: string;
  about: string;
}

/** An open stream, read as a program does. */
async function listen({ base, tokenOf }: From, name: Neighbour, since?: string) {
  const stop = new AbortController();
  const response = await fetch(`${base}/api/property/live`, {
    headers: {
      cookie: `sid=${tokenOf(name)}`,
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
    [...text.matchAll(/^id: (.+)\ndata: (.+)$/gm)].map(([, id, data]) => {
      const event = JSON.parse(data ?? "") as Heard;
      expect(event.id).toBe(id);
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
  expect(db.select().from(events).all()).toEqual([]);
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
  const open = await Promise.all(Array.from({ length: 30 }, () => listen(server, "bongani")));
  await as("anna").admin.announcements.post({ message: "The server stops" });
  await app.close();
  expect(await Promise.all(open.map(({ ended }) => ended))).toEqual(open.map(() => true));
  expect(services.live.count()).toBe(0);
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
  const account = () => ({ id: "a", role: "Admin" as const });
  const live = createLive(db, services.now, 20);
  onTestFinished(live.close);
  const written: string[] = [];
  const listener = () => ({
    account,
    write: (text: string) => void written.push(text),
    end: () => {},
  });
  const ends = Array.from({ length: 40 }, () => live.listen(listener(), undefined));
  expect(() => live.listen(listener(), undefined)).toThrow("too fast");
  await expect.poll(() => written.filter((text) => text === ":\n\n").length).toBeGreaterThan(80);
  for (const end of ends) end();
  expect(live.count()).toBe(0);
});
