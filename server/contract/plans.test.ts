import Database from "better-sqlite3";
import { beforeAll, expect, test, vi } from "vitest";
import { scheduledJobs } from "../jobs.ts";
import { openBuilding } from "../platform/installation/database.ts";
import { newcomer, openHouse, openServer } from "../testing.ts";
import { tablesOfTheBuilding } from "./byHand.ts";
import { callers, invoke, procedureCalls, restRows } from "./everyCall.ts";
import {
  fieldsOf,
  goodInput,
  goodValuesFor,
  multipart,
  multiply,
  pietersThings,
  tinyPdf,
} from "./samples.ts";

// SQLite explains how it would run each statement of every call. A table that grows without bound is
// never scanned, because the call would get slower every year.

type TestBuilding = ReturnType<typeof openHouse>;

/** The statements prepared by this work, except those that opening a database prepares. */
async function preparedBy(work: () => Promise<unknown>): Promise<string[]> {
  const prepare = vi.spyOn(Database.prototype, "prepare");
  try {
    await work();
    const statements = new Set(prepare.mock.calls.map(([sql]) => sql));
    return [...statements].filter(
      (sql) => !opening.has(sql) && /^\s*(select|with|insert|update|delete)\b/i.test(sql),
    );
  } finally {
    prepare.mockRestore();
  }
}

const opening = new Set<string>();
beforeAll(() => {
  const prepare = vi.spyOn(Database.prototype, "prepare");
  openBuilding(":memory:").$client.close();
  for (const [sql] of prepare.mock.calls) opening.add(sql);
  prepare.mockRestore();
});

/** SQLite's plan for a statement. */
function planOf({ db }: TestBuilding, sql: string): string[] {
  const names = [...sql.matchAll(/[@:$]([a-z]\w*)/gi)].map(([, name = ""]) => [name, 1]);
  const values = names.length > 0 ? [Object.fromEntries(names)] : sql.match(/\?/g)?.fill("1");
  const plan = db.$client.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(values ?? []));
  return (plan as { detail: string }[]).map(({ detail }) => detail);
}

/**
 * The tables that a statement reads from one end to the other, except the bounded ones. An index that
 * holds only the few rows it is for (those that are open, those that wait) is not the table. Nor is one
 * that is read in its order until a limit is reached, without looking for anything.
 */
function scannedBy(house: TestBuilding, sql: string): string[] {
  const { $client: sqlite } = house.db;
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  const isPartial = sqlite
    .prepare("SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '% WHERE %'")
    .pluck();
  const plan = planOf(house, sql);
  const ends = /\blimit\b/i.test(sql) && !/\bwhere\b/i.test(sql) && !plan.some(sorts);
  return plan.filter((detail) => {
    const [, table = "", index = ""] =
      /^SCAN (\w+)\b(?! VIRTUAL)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
    const grows = tables.includes(table) && !tablesOfTheBuilding.has(table);
    return grows && !ends && isPartial.get(index) === undefined;
  });
}

const sorts = (detail: string) => detail.includes("TEMP B-TREE FOR ORDER BY");

function expectNoScan(house: TestBuilding, statements: string[]): void {
  for (const sql of statements) expect(scannedBy(house, sql), sql).toEqual([]);
}

test.each([
  ["counts all", "select count(*) from fines"],
  ["walks an index", "select resident_id from fines group by resident_id"],
  ["sorts all", "select * from fines order by due_date limit 1"],
  ["looks for what no index has", "select * from visits where visitor_name = ? limit 1"],
])("a statement that %s is found out", (_, sql) => {
  expect(scannedBy(openHouse(), sql)).not.toEqual([]);
});

test.each([
  ["an index finds", "select count(*) from fines where resident_id = ?"],
  ["an index holds", "select count(*) from maintenance_requests where status <> 'Closed'"],
  ["a page ends", "select id from fines order by id limit 50"],
])("what %s is not scanned", (_, sql) => {
  expect(scannedBy(openHouse(), sql)).toEqual([]);
});

/** Values that take the calls as far as possible. */
const valuesFor = async (house: TestBuilding, who: string, path: string) =>
  goodValuesFor(path, who, await pietersThings(house), house.people);

/**
 * An input with everything, then variants with a field left out, with one field alone, or with
 * another value.
 */
function variants(schema: unknown, good: Record<string, unknown> | undefined): unknown[] {
  const fields = fieldsOf(schema);
  const ways: unknown[] = [good];
  for (const [field, value] of Object.entries(good ?? {})) {
    if (!fields[field]?.safeParse(undefined).success) continue;
    const { [field]: _, ...others } = good ?? {};
    ways.push(others, { [field]: value });
  }
  if ("residentEmail" in fields) ways.push({ ...good, residentEmail: "pieter@example.co.za" });
  if ("cursor" in fields)
    ways.push({ ...good, cursor: "01a1" }, { ...good, limit: 20 }, { ...good, limit: "all" });
  return ways;
}

test.each(procedureCalls)("$name", async ({ name, admission: { for: who }, input: schema }) => {
  let house!: TestBuilding;
  const statements = await preparedBy(async () => {
    house = openHouse();
    const values = await valuesFor(house, who, name);
    const api = house.as(callers[who]);
    // A refused call runs queries too; some lists are read only when their response is written.
    for (const input of variants(schema, goodInput(schema, values)))
      await invoke(api, name, input).then(JSON.stringify, () => undefined);
  });
  expectNoScan(house, statements);
});

test.each(restRows)("$name", async ({ name, method, streams, admission: { for: who }, input }) => {
  let server!: Awaited<ReturnType<typeof openServer>>;
  const statements = await preparedBy(async () => {
    server = await openServer();
    const values = await valuesFor(server, who, name);
    const path = name.replace(/:(\w+)/g, (_, part) => String(values[part]));
    const isUpload = streams && method === "POST";
    const body = isUpload ? multipart(tinyPdf()) : goodInput(input, values);
    return server.rest(callers[who])(path, body);
  });
  expectNoScan(server, statements);
});

test("a list of more rows than are looked through at once", async () => {
  let house!: TestBuilding;
  const statements = await preparedBy(async () => {
    house = openHouse();
    const { as, db, people } = house;
    const { unitId } = await pietersThings(house);
    for (const table of ["fines", "maintenance_requests"]) multiply(db.$client, table, 20_010);
    const { fines, maintenance } = as("anna").admin;
    await fines.list({ sort: "due" });
    await maintenance.list({ filter: "unit", unitId });
    for (const about of [{}, { personId: people.pieter.id }])
      for (const { list } of [fines, maintenance]) await list({ year: 2026, ...about });
    await as("lerato").staff.maintenance.list({ year: 2026, type: "mine" });
  });
  expect(statements.filter((sql) => sql.includes("json_each"))).not.toHaveLength(0);
  expectNoScan(house, statements);
});

test("moving in, signing in, moving out and being forgotten", async () => {
  let server!: Awaited<ReturnType<typeof openServer>>;
  const statements = await preparedBy(async () => {
    server = await openServer();
    const { as, rest, people } = server;
    const anna = as("anna").admin;
    const { fineId } = await pietersThings(server);
    await anna.people.signUp({ ...newcomer("nomsa"), confirmPassword: newcomer("nomsa").password });
    const { link } = await anna.invites.resetLink({ id: people.pieter.id });
    const token = link?.split(/[/=#]/).at(-1) ?? "";
    const password = "a password of his own";
    await as().public.links.look({ token });
    await as().public.links.setPassword({ token, password, confirmPassword: password });
    for (const typed of ["a wrong password", password])
      await rest()("POST /api/auth/sign-in", { username: "pieter", password: typed });
    const pieter = rest("pieter");
    expect((await pieter("GET /api/auth/session")).status).toBe(200);
    const { body } = await pieter("POST /api/auth/token", {});
    const headers = { authorization: `Bearer ${body.token}` };
    expect((await rest()("GET /api/auth/session", undefined, headers)).status).toBe(200);
    await anna.fines.setStatus({ fineId, status: "Paid" });
    await anna.people.remove({ id: people.pieter.id });
    await anna.privacy.erase({ id: people.pieter.id, confirmation: "pieter van Wyk" });
  });
  expectNoScan(server, statements);
});

test("what the server does by itself", async () => {
  let house!: TestBuilding;
  const statements = await preparedBy(async () => {
    house = openHouse({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
    await pietersThings(house);
    // A backup reads everything on purpose.
    const jobs = scheduledJobs(house.services).filter(({ name }) => name !== "backup");
    expect(jobs.map(({ name }) => name)).toContain("mail");
    // Some jobs do less on their first run than later.
    for (const { run } of [...jobs, ...jobs]) await run(new AbortController().signal);
  });
  expectNoScan(house, statements);
});
