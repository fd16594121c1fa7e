import { copyFileSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { isCacheable } from "../api/procedureByName.ts";
import { appRouter } from "../api/router.ts";
import { buildApp } from "../app.ts";
import { openBuilding } from "../platform/installation/database.ts";
import { handClock, openServer } from "../testing.ts";
import { pietersThings } from "./samples.ts";

// A client that has a response and requests it again gets a 304, as long as nothing it was made
// from has changed.

const mine = "GET /api/trpc/resident.fines.mine?input=%7B%7D";
const announcements = "GET /api/property/announcements";
const batchOf = (names: string) => `GET /api/trpc/${names}?batch=1&input=%7B%220%22%3A%7B%7D%7D`;

/** A building where Pieter has things, and `ask`, which sends requests with one cookie. */
async function withThings(options: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer({ env: { REQUESTS_PER_SECOND: "10000" }, ...options });
  const things = await pietersThings(server);
  const ask = (name?: Parameters<typeof server.rest>[0]) => {
    const rest = server.rest(name);
    return (call: string, etag?: string | null) =>
      rest(call, undefined, etag ? { "if-none-match": etag } : {});
  };
  return { ...server, things, ask };
}

/** The response's ETag, or null. */
const tagIn = ({ headers }: { headers: Headers }) => headers.get("etag");

/** The SQL statements run while `work` is done. */
async function statementsOf(
  { db }: { db: { $client: Database.Database } },
  work: () => Promise<unknown>,
) {
  const statement = Object.getPrototypeOf(db.$client.prepare("SELECT 1"));
  const spies = (["get", "all", "run"] as const).map((name) => vi.spyOn(statement, name));
  try {
    await work();
    return spies.flatMap(({ mock }) =>
      mock.contexts.map((each) => (each as { source: string }).source),
    );
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test("only queries are cacheable", () => {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string } }
  >;
  const cacheable = Object.keys(procedures).filter(isCacheable);
  expect(cacheable).toContain("resident.fines.mine");
  for (const path of cacheable) expect(procedures[path]?._def.type, path).toBe("query");
});

test.each([
  mine,
  batchOf("resident.fines.mine,member.building.details"),
  "GET /api/property/resident/fines/ID",
  "GET /api/property/resident/dashboard",
])("%s again is a 304, for which nothing is read but whether anything changed", async (call) => {
  const { ask, db, people } = await withThings();
  const path = call.replace("ID", people.pieter.id);
  const pieter = ask("pieter");
  const first = await pieter(path);
  expect([first.status, tagIn(first)]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
  const statements = await statementsOf({ db }, async () => {
    const again = await pieter(path, tagIn(first));
    expect([again.status, again.body]).toEqual([304, ""]);
    for (const name of ["etag", "vary", "cache-control", "content-security-policy"])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  });
  const tables = statements.flatMap((source) => source.match(/(?<=from ")\w+/g) ?? []);
  expect(tables).toEqual([]);
});

test("a tag is found among others, and where a proxy has weakened it", async () => {
  const { ask } = await withThings();
  const pieter = ask("pieter");
  const etag = tagIn(await pieter(mine));
  for (const sent of [`"other", ${etag}`, `W/${etag}`])
    expect((await pieter(mine, sent)).status, sent).toBe(304);
  for (const sent of ["*", '"other"', `${etag?.slice(0, -2)}"`])
    expect((await pieter(mine, sent)).status, sent).toBe(200);
});

test("a change of our own is seen with the next question", async () => {
  const { ask, as, things } = await withThings();
  const pieter = ask("pieter");
  const before = tagIn(await pieter(mine));
  await as("anna").admin.fines.setStatus({ fineId: things.fineId, status: "Paid" });
  const after = await pieter(mine, before);
  expect(after.status).toBe(200);
  expect(after.body.result.data.rows[0]).toMatchObject({ status: "Paid" });
  expect((await pieter(mine, tagIn(after))).status).toBe(304);
});

test("a change by another program is seen with the next question", async () => {
  const { ask, config } = await withThings({ onDisk: true });
  const pieter = ask("pieter");
  const before = tagIn(await pieter(mine));
  const other = new Database(config.database);
  other.exec("UPDATE fines SET reason = 'another program was here'");
  other.close();
  const after = await pieter(mine, before);
  expect(after.status).toBe(200);
  expect(JSON.stringify(after.body)).toContain("another program was here");
});

test.each(["restarted", "restored"])(
  "a tag from before the house was %s matches nothing, however many changes there were",
  async (how) => {
    const { ask, services, config, people, tokenOf } = await withThings({ onDisk: true });
    const { id } = people.pieter;
    const cookie = `sid=${tokenOf("pieter")}`;
    const backup = `${config.database}.copy`;
    await services.db.$client.backup(backup);
    const before = tagIn(await ask("pieter")(mine));
    if (how === "restored") copyFileSync(backup, config.database);
    const db = openBuilding(how === "restored" ? backup : config.database);
    const app = await buildApp({ ...services, db });
    onTestFinished(async () => {
      await app.close();
      db.$client.close();
    });
    const again = (etag: string | null) =>
      app.inject({
        url: `/api/property/resident/fines/${id}`,
        headers: { cookie, host: "127.0.0.1", "if-none-match": etag ?? "" },
      });
    const { statusCode, headers } = await again(before);
    expect(statusCode).toBe(200);
    expect(headers.etag).not.toBe(before);
    expect((await again(String(headers.etag))).statusCode).toBe(304);
  },
);

test("on another day of the building it is another answer", async () => {
  const { clock, pass } = handClock("2026-11-20T21:58:00.000Z");
  const { ask } = await withThings({ clock, env: { TZ: "Africa/Johannesburg" } });
  const pieter = ask("pieter");
  const before = tagIn(await pieter(mine));
  pass({ minutes: 1 });
  expect((await pieter(mine, before)).status).toBe(304);
  pass({ minutes: 2 });
  expect((await pieter(mine, before)).status).toBe(200);
});

test("everybody has tags of their own, for each address", async () => {
  const { ask } = await withThings();
  const [anna, bongani, pieter, thandi] = (["anna", "bongani", "pieter", "thandi"] as const).map(
    ask,
  );
  const tags = [
    await anna?.(announcements),
    await bongani?.(announcements),
    await pieter?.(mine),
    await thandi?.(mine),
    await pieter?.(`${mine}&n=2`),
  ].map((answer) => answer && tagIn(answer));
  expect(new Set(tags).size).toBe(tags.length);
  expect((await thandi?.(mine, tags[2]))?.status).toBe(200);
  // The same person gets the same response in another session.
  expect((await ask("pieter")(mine, tags[2])).status).toBe(200);
  const again = tagIn(await ask("pieter")(mine));
  expect((await pieter?.(mine, again))?.status).toBe(304);
});

test("who was removed meanwhile is refused, tag or not", async () => {
  const { ask, as, people } = await withThings();
  const pieter = ask("pieter");
  const etag = tagIn(await pieter(mine));
  await as("anna").admin.people.remove({ id: people.pieter.id });
  const refused = await pieter(mine, etag);
  expect([refused.status, tagIn(refused)]).toEqual([401, null]);
});

test("refusals have no ETag, for any caller and method", async () => {
  const { ask } = await withThings();
  const wrong = "GET /api/trpc/admin.fines.all?input=%7B%22limit%22%3A-1%7D";
  for (const [who, call, status] of [
    ["anna", wrong, 400],
    ["anna", batchOf("admin.fines.one,admin.units.all"), 207],
    ["sipho", mine, 403],
    [undefined, announcements, 401],
  ] as const)
    for (const sent of [null, "*"]) {
      const answer = await ask(who)(call, sent);
      expect([answer.status, tagIn(answer)], call).toEqual([status, null]);
    }
});

test("what depends on more than the database has no tag, alone or in a batch", async () => {
  const { ask, base, tokenOf } = await withThings();
  const anna = ask("anna");
  for (const call of [
    "GET /api/trpc/admin.dashboard.overview",
    batchOf("admin.fines.all,admin.dashboard.overview"),
    "GET /api/property/weather",
  ])
    expect(tagIn(await anna(call)), call).toBeNull();
  const streamed = { "trpc-accept": "application/jsonl" };
  const all = batchOf("admin.fines.all,admin.units.all");
  const stream = await fetch(`${base}${all.replace("GET ", "")}`, {
    headers: { ...streamed, cookie: `sid=${tokenOf("anna")}` },
  });
  expect([stream.status, tagIn(stream)]).toEqual([200, null]);
  expect(tagIn(await anna(all))).not.toBeNull();
});

test("a 304 counts for a session's rate limit too", async () => {
  const { ask } = await withThings({ env: { REQUESTS_PER_SECOND: "20" } });
  const pieter = ask("pieter");
  const etag = tagIn(await pieter(mine));
  // All at once, so that the limit is reached however busy the machine is.
  const answers = await Promise.all(Array.from({ length: 80 }, () => pieter(mine, etag)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([304, 429]));
});
