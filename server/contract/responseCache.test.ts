import { get } from "node:http";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { appRouter } from "../api/router.ts";
import { cachedQueries } from "../http/responseCache.ts";
import { openSecureServer, send } from "../platform/https/testing.ts";
import { handClock, openServer } from "../testing.ts";
import { inDays, pietersThings } from "./samples.ts";

// Answers that are kept: read again with nothing changed they cost next to nothing, and nobody can
// tell otherwise that they were.

const mine = "GET /api/trpc/resident.fines.mine?input=%7B%7D";

async function withThings(options: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer({ env: { REQUESTS_PER_SECOND: "10000" }, ...options });
  const things = await pietersThings(server);
  return { ...server, things, rest: rest304(server) };
}

/** Asks as somebody, over and over with one cookie. */
const rest304 =
  (server: Awaited<ReturnType<typeof openServer>>) => (name: Parameters<typeof server.rest>[0]) => {
    const ask = server.rest(name);
    return (call: string, etag?: string | null) =>
      ask(call, undefined, etag ? { "if-none-match": etag } : {});
  };

/** What is asked of the database while this is done. */
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

/** What every answer to a question says of itself, kept or not. */
const alike = ({ headers }: { headers: Headers }) => {
  const { date: _, "x-request-id": __, ...stableHeaders } = Object.fromEntries(headers);
  return stableHeaders;
};

test("every query on the list is one", () => {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string } }
  >;
  for (const path of cachedQueries) expect(procedures[path]?._def.type, path).toBe("query");
});

test.each([mine, "GET /api/property/resident/fines/ID"])(
  "%s again asks the database for its version only",
  async (call) => {
    const { rest, db, people } = await withThings();
    const path = call.replace("ID", people.pieter.id);
    const pieter = rest("pieter");
    const first = await pieter(path);
    expect(first.body).not.toEqual({});
    await pieter(path);
    const statements = await statementsOf({ db }, async () => {
      const again = await pieter(path);
      expect(again.body).toEqual(first.body);
      expect(alike(again)).toEqual(alike(first));
    });
    expect(statements).toEqual(["SELECT total_changes()", "PRAGMA data_version"]);
    const { status, body, ...known } = await pieter(path, first.headers.get("etag"));
    expect([status, body]).toEqual([304, ""]);
    const { "content-length": _, ...same } = alike(first);
    expect(alike(known)).toEqual(same);
  },
);

test("an answer that was kept is logged and named as every other", async () => {
  const { rest, log } = await withThings({
    env: { REQUESTS_PER_SECOND: "10000", LOG_LEVEL: "debug" },
  });
  const pieter = rest("pieter");
  const names = [];
  for (const etag of [null, null, null, "kept"]) {
    const known = etag && (await pieter(mine)).headers.get("etag");
    names.push((await pieter(mine, known)).headers.get("x-request-id"));
  }
  const lines = log.map((line) => JSON.parse(line));
  const linesOf = names.map((name) => lines.filter(({ reqId }) => reqId === name));
  const line = (status: number) => [
    {
      level: 20,
      time: expect.any(String),
      reqId: expect.any(String),
      msg: "answered",
      req: { method: "GET", route: "/api/trpc/:path" },
      res: { status },
      ms: expect.any(Number),
    },
  ];
  expect(linesOf).toEqual([line(200), line(200), line(200), line(304)]);
});

test.each([
  ["host", "10.0.0.9"],
  ["x-forwarded-proto", "https"],
  ["authorization", "Bearer of-nothing"],
])("what is asked with another %s is another question", async (name, value) => {
  const { db, rest, port, tokenOf } = await withThings();
  const headers = { cookie: `sid=${tokenOf("pieter")}` };
  const ask = (more = {}) =>
    new Promise<unknown>((resolve, reject) => {
      const path = mine.replace("GET ", "");
      const options = { port, path, headers: { ...headers, ...more } };
      get(options, (answer) => answer.resume().on("end", () => resolve(answer.statusCode))).on(
        "error",
        reject,
      );
    });
  await rest("pieter")(mine);
  await ask();
  await ask();
  expect(await statementsOf({ db }, () => ask())).toHaveLength(2);
  expect((await statementsOf({ db }, () => ask({ [name]: value }))).length).toBeGreaterThan(2);
});

test("what was kept over HTTPS is given over HTTPS, and never over plain HTTP", async () => {
  const { db, port, certificates, tokenOf } = await openSecureServer({ HTTPS: "local" });
  const ca = String(certificates.authority);
  const headers = { cookie: `__Host-sid=${tokenOf("pieter")}` };
  const path = mine.replace("GET ", "");
  for (let each = 0; each < 2; each += 1) await send(port, path, { ca, headers });
  const again = async () =>
    expect(await send(port, path, { ca, headers })).toMatchObject({ status: 200 });
  expect(await statementsOf({ db }, again)).toHaveLength(2);
  const plain = await send(port, path, { headers });
  expect([plain.status, JSON.parse(plain.body).code]).toEqual([403, "request.plain_http"]);
});

test("who asks is looked up once for several questions, and anew after every change", async () => {
  const { rest, as, db } = await withThings();
  const pieter = rest("pieter");
  let count = 0;
  /** Asks what nobody asked before; answers whether the session was looked up for it. */
  const looksUp = async () => {
    count += 1;
    const statements = await statementsOf({ db }, () => pieter(`${mine}&n=${count}`));
    return statements.some((source) => /from "sessions"/.test(source));
  };
  expect([await looksUp(), await looksUp(), await looksUp()]).toEqual([true, false, false]);
  await as("anna").admin.units.add({ label: "Unit 77" });
  expect([await looksUp(), await looksUp()]).toEqual([true, false]);
});

test.each(["our own", "another program"])(
  "a session that %s ended is refused at the next question, whatever it is",
  async (by) => {
    const { rest, as, config } = await withThings({
      onDisk: true,
      env: { REQUESTS_PER_SECOND: "10000" },
    });
    const pieter = rest("pieter");
    expect((await pieter(`${mine}&n=1`)).status).toBe(200);
    expect((await pieter(`${mine}&n=2`)).status).toBe(200);
    if (by === "our own") await as("pieter").member.session.signOutEverywhere();
    else {
      const other = new Database(config.database);
      other.exec("DELETE FROM sessions");
      other.close();
    }
    expect((await pieter(`${mine}&n=3`)).status).toBe(401);
  },
);

test("a change of our own is seen with the next question, and told with another tag", async () => {
  const { rest, as, things } = await withThings();
  const pieter = rest("pieter");
  await pieter(mine);
  const { headers } = await pieter(mine);
  await as("anna").admin.fines.setStatus({ fineId: things.fineId, status: "Paid" });
  const after = await pieter(mine, headers.get("etag"));
  expect(after.status).toBe(200);
  expect(after.body.result.data.rows[0]).toMatchObject({ status: "Paid" });
  // A change of something else: computed anew, and the same.
  await as("anna").admin.units.add({ label: "Unit 77" });
  expect((await pieter(mine, after.headers.get("etag"))).status).toBe(304);
});

test("a change by another program is seen with the next question", async () => {
  const { rest, config } = await withThings({
    onDisk: true,
    env: { REQUESTS_PER_SECOND: "10000" },
  });
  const pieter = rest("pieter");
  await pieter(mine);
  await pieter(mine);
  const other = new Database(config.database);
  other.exec("UPDATE fines SET reason = 'another program was here'");
  other.close();
  expect(JSON.stringify((await pieter(mine)).body)).toContain("another program was here");
});

test("the same question of another person, and of nobody, is another question", async () => {
  const { rest } = await withThings();
  const call = "GET /api/property/announcements";
  expect((await rest("pieter")(mine)).body.result.data.rows).toHaveLength(1);
  expect((await rest("thandi")(mine)).body.result.data.rows).toHaveLength(0);
  expect((await rest("sipho")(mine)).status).toBe(403);
  expect((await rest("anna")(call)).status).toBe(200);
  const nobody = await rest(undefined)(call);
  expect(nobody.status).toBe(401);
  expect(nobody.headers.get("etag")).toBeNull();
});

test.each([
  ["signed out elsewhere", 401, "member.session.signOutEverywhere"],
  ["removed", 401, "remove"],
  ["made staff", 401, "changeRole"],
])("who was %s meanwhile gets nothing that was kept", async (_, status, how) => {
  const { rest, as, people } = await withThings();
  const pieter = rest("pieter");
  await pieter(mine);
  const { etag } = Object.fromEntries((await pieter(mine)).headers);
  const { id } = people.pieter;
  if (how === "remove") await as("anna").admin.people.remove({ id });
  else if (how === "changeRole") await as("anna").admin.people.changeRole({ id, newRole: "Staff" });
  else await as("pieter").member.session.signOutEverywhere();
  expect((await pieter(mine, etag)).status).toBe(status);
});

test("nothing is kept past the end of a session, nor for longer than a minute", async () => {
  const { clock, pass } = handClock();
  const { rest, db } = await withThings({ clock, env: { REQUESTS_PER_SECOND: "10000" } });
  const pieter = rest("pieter");
  const touch = () => statementsOf({ db }, () => pieter(mine));
  await touch();
  await touch();
  expect(await touch()).toHaveLength(2);
  pass({ minutes: 1 });
  expect((await touch()).length).toBeGreaterThan(2);
  pass({ minutes: -5 });
  expect((await touch()).length).toBeGreaterThan(2);
  const ends = new Date(clock().getTime() + 30_000).toISOString();
  db.$client.prepare("UPDATE sessions SET expires_at = ?").run(ends);
  expect((await pieter(mine)).status).toBe(200);
  expect((await pieter(mine)).status).toBe(200);
  pass({ minutes: 0.6 });
  expect((await pieter(mine)).status).toBe(401);
  expect((await pieter(`${mine}&n=1`)).status).toBe(401);
});

test("what depends on more than the database is not kept, alone or in a batch", async () => {
  const { rest } = await withThings();
  const anna = rest("anna");
  const batch = (paths: string) => `GET /api/trpc/${paths}?batch=1&input=%7B%220%22%3A%7B%7D%7D`;
  const tags = [];
  for (const call of [
    "GET /api/trpc/admin.dashboard.overview",
    batch("admin.fines.all,admin.dashboard.overview"),
    batch("admin.fines.all,admin.units.all"),
  ])
    tags.push((await anna(call)).headers.get("etag"));
  expect(tags).toEqual([null, null, expect.any(String)]);
});

test("a refusal is not kept", async () => {
  const { rest } = await withThings();
  const anna = rest("anna");
  const wrong = "GET /api/trpc/admin.fines.all?input=%7B%22limit%22%3A-1%7D";
  for (let each = 0; each < 2; each += 1) {
    const { status, headers } = await anna(wrong);
    expect([status, headers.get("etag")]).toEqual([400, null]);
  }
});

test("answers that are kept count for the pace of a session too", async () => {
  const { rest } = await withThings({ env: { REQUESTS_PER_SECOND: "20" } });
  const pieter = rest("pieter");
  const statuses = [];
  for (let each = 0; each < 80; each += 1) statuses.push((await pieter(mine)).status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test("answered side by side with changes, no answer is older than the change that was told", async () => {
  const { rest, as, people } = await withThings();
  const pieter = rest("pieter");
  for (let count = 2; count < 12; count += 1) {
    const answers = [pieter(mine), pieter(mine)];
    await as("anna").admin.fines.issue({
      residentId: people.pieter.id,
      type: "Late Rent",
      amountCents: 100 * count,
      dueDate: inDays(9),
      reason: "Late",
    });
    expect((await pieter(mine)).body.result.data.rows).toHaveLength(count);
    await Promise.all(answers);
  }
});
