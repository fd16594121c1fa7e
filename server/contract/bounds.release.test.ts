import type Database from "better-sqlite3";
import { expect, test } from "vitest";
import { restCalls } from "../api/restCalls.ts";
import { mostBytes } from "../database/pagination.ts";
import { type Neighbour, openServer } from "../testing.ts";
import { callers, procedureCalls } from "./everyCall.ts";
import { fieldsOf, goodInput, goodValues, multiply, pietersThings } from "./samples.ts";

// A building in which someone has very many of everything, with the longest texts allowed. Whatever
// is requested, and ten times at once, the responses stay small enough for a small machine.

const manyRows = 4_000;
const long = "Ж".repeat(2_000);
const name = "Ж".repeat(60);
const texts: Record<string, string> = {
  description: long,
  message: long,
  reason: long.slice(0, 500),
  name,
  surname: name,
  resident_name: name,
  visitor_name: name,
  visitor_surname: name,
  user_agent: "x".repeat(500),
};

/** Every table except internal ones, and those with one row per person. */
const tables = (sqlite: Database.Database) =>
  sqlite
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema t WHERE type = 'table' AND name NOT GLOB '__drizzle*'
       AND name NOT GLOB 'sqlite_*' AND name NOT IN ('settings', 'audit_head')
       -- Triggers fill these.
       AND name NOT GLOB 'search_*'
       AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) c, pragma_foreign_key_list(t.name) f
         WHERE c.pk AND f."from" = c.name)`,
    )
    .pluck()
    .all();

async function fullServer(rows = manyRows, given = texts) {
  const server = await openServer({ env: { REQUESTS_PER_SECOND: "1000000" } });
  const things = await pietersThings(server);
  const { as } = server;
  await as("sipho").staff.maintenance.setStatus({ requestId: things.requestId, status: "Closed" });
  await as("anna").admin.announcements.post({ message: "Water is off on Friday" });
  const cookies = new Map<Neighbour, string>();
  for (const who of ["pieter", "sipho", "anna"] as const)
    cookies.set(who, `sid=${server.tokenOf(who)}`);
  const sqlite = server.db.$client;
  sqlite.pragma("foreign_keys = OFF");
  for (const table of tables(sqlite)) multiply(sqlite, table, rows, given);
  sqlite.pragma("foreign_keys = ON");

  async function ask(who: Neighbour, path: string, more = {}): Promise<Answer> {
    const headers = { cookie: cookies.get(who) ?? "", ...more };
    const {
      status,
      body,
      headers: responseHeaders,
    } = await fetch(`${server.base}${path}`, { headers });
    let bytes = 0;
    const pieces: Buffer[] = [];
    for await (const piece of body ?? []) {
      bytes += piece.length;
      if (bytes < 2 * mostBytes) pieces.push(Buffer.from(piece));
    }
    return { status, bytes, text: Buffer.concat(pieces).toString(), headers: responseHeaders };
  }
  return { values: goodValues(things), people: server.people, sqlite, ask };
}

interface Answer {
  status: number;
  bytes: number;
  text: string;
  headers: Headers;
}

const queries = procedureCalls
  // The answer of a subscription has no end.
  .filter(({ method, name }) => method === "GET" && name !== "member.live.events")
  .map(({ name, admission, input }) => ({ path: name, who: admission.for, schema: input }));

/** The input that asks for the most: the whole of a list. */
function greedy(schema: unknown, values: Record<string, unknown>) {
  const input = { ...goodInput(schema, values) };
  const fields = fieldsOf(schema);
  for (const narrowing of ["type", "who", "action", "about", "day"]) delete input[narrowing];
  if ("limit" in fields) input.limit = fields.limit?.safeParse("all").success ? "all" : 200;
  return input;
}

interface CallResult {
  error?: { data: { reason: { code: string } } };
}

test("every query, alone and ten times in a batch, has a response that is not too large", {
  timeout: 300_000,
}, async () => {
  const { values, people, ask } = await fullServer();
  for (const { path, who, schema } of queries) {
    const me = callers[who] ?? "pieter";
    const input = greedy(schema, { ...values, profileId: people[me].id });
    const encoded = (place: unknown) => encodeURIComponent(JSON.stringify(place));
    const one = await ask(me, `/api/trpc/${path}?input=${encoded(input)}`);
    expect.soft(one.bytes, path).toBeLessThanOrEqual(mostBytes);
    expect.soft([500, 413], path).not.toContain(one.status);
    const ten = Array.from({ length: 10 }, () => input);
    const paths = ten.map(() => path).join();
    const batch = await ask(me, `/api/trpc/${paths}?batch=1&input=${encoded({ ...ten })}`);
    expect.soft(batch.bytes, path).toBeLessThanOrEqual(mostBytes);
    const results = JSON.parse(batch.text) as CallResult[];
    expect.soft(results, path).toHaveLength(10);
    const codes = results.flatMap(({ error }) => error?.data.reason.code ?? []);
    if (one.status === 200)
      expect.soft(codes, path).toEqual(codes.map(() => "request.answer_too_large"));
  }
});

test("a list without pages is refused before it is read when it is longer than any building's", {
  timeout: 300_000,
}, async () => {
  const most = 20_000;
  const { values, people, sqlite, ask } = await fullServer(most + 1, {});
  // Only a few of these may be added.
  for (const table of ["tokens", "attachments"])
    sqlite.exec(`DELETE FROM ${table} WHERE id GLOB '*-??????'`);
  sqlite.exec("UPDATE accounts SET role = 'Resident' WHERE id GLOB '*-??????'");
  const refused: string[] = [];
  for (const { path, who, schema } of queries) {
    if ("limit" in fieldsOf(schema)) continue;
    const me = callers[who] ?? "pieter";
    const input = JSON.stringify(greedy(schema, { ...values, profileId: people[me].id }));
    const { status, text } = await ask(me, `/api/trpc/${path}?input=${encodeURIComponent(input)}`);
    if (status === 413) {
      expect((JSON.parse(text) as CallResult).error?.data.reason.code).toBe(
        "request.list_too_long",
      );
      refused.push(path);
    } else expect.soft(longest(JSON.parse(text)), path).toBeLessThanOrEqual(most);
  }
  expect(refused.length).toBeGreaterThan(10);
});

/** The length of the longest list in a value. */
function longest(value: unknown): number {
  if (!value || typeof value !== "object") return 0;
  const within = Object.values(value).map(longest);
  return within.reduce((a, b) => Math.max(a, b), Array.isArray(value) ? value.length : 0);
}

test("answers that are sent one by one as they are done share the bytes of one answer too", async () => {
  const { ask } = await fullServer(4_000);
  const ten = Array.from({ length: 10 }, () => "admin.privacy.people").join();
  const url = `/api/trpc/${ten}?batch=1&input=%7B%7D`;
  for (const headers of [{}, { "trpc-accept": "application/jsonl" }]) {
    const { bytes, text } = await ask("anna", url, headers);
    expect(bytes).toBeLessThan(mostBytes + 100_000);
    expect(text.match(/request\.answer_too_large/g)?.length).toBeGreaterThanOrEqual(4);
    expect(text).toContain("pieter");
  }
});

/** Lists of people, and those that show so many of the newest as anybody reads. */
const bounded = /dashboard|(admin\/(staff|resident)|\/notices|visits\/expected|gate\/inside)$/;

const gets = restCalls.flatMap(({ prefix, rows }) =>
  rows.filter(({ method }) => method === "GET").map((row) => ({ path: prefix + row.path, row })),
);

test("so has every GET of the REST contract, and a list says how many rows it leaves out", {
  timeout: 300_000,
}, async () => {
  const { values, people, ask } = await fullServer();
  let ended = 0;
  for (const { path, row } of gets) {
    const { for: who } = row.admission(null);
    const me = callers[who] ?? "pieter";
    const given: Record<string, unknown> = { ...values, profileId: people[me].id };
    const answer = await ask(
      me,
      path.replace(/:(\w+)/g, (_, part) => String(given[part])),
    );
    if (row.streams) continue;
    expect.soft(answer.status, path).not.toBe(500);
    expect.soft(answer.bytes, path).toBeLessThanOrEqual(mostBytes);
    if (!answer.text.startsWith("[")) continue;
    const list = JSON.parse(answer.text) as { id: string }[];
    expect.soft(row.answer.safeParse(list).error, path).toBeUndefined();
    const ids = list.map(({ id }) => id);
    expect.soft(new Set(ids).size, path).toBe(ids.length);
    const leftOut = Number(answer.headers.get("x-stoep-left-out") ?? 0);
    if (leftOut > 0) ended += 1;
    if (!bounded.test(path) && ids.length > 1)
      expect.soft(ids.length + leftOut, path).toBeGreaterThanOrEqual(manyRows);
  }
  expect(ended).toBeGreaterThanOrEqual(4);
});
