import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { roleFor } from "../api/procedureByName.ts";
import { restCalls } from "../api/restCalls.ts";
import { type Api, appRouter } from "../api/router.ts";
import { openDatabase } from "../database/open.ts";
import { scheduledJobs } from "../jobs.ts";
import { writeSetting } from "../platform/settings/settings.ts";
import { type Neighbour, newcomer, openHouse, openServer } from "../testing.ts";
import { fieldsOf, goodInput, goodValues, multipart, pietersThings, tinyPdf } from "./samples.ts";

// SQLite explains how it would run each statement of every call. No table that grows may be
// scanned, sorted or counted, because the call would get slower every year.

/**
 * Tables with as many rows as a building has units, people with a code to show, tables, or ids in
 * the request.
 */
const small = [
  ...["units", "second_factors", "passkey_challenges", "audit_head", "sqlite_schema", "json_each"],
];

const sorts = "USE TEMP B-TREE FOR ORDER BY";
/** The plans for counting everything one person ever had. */
const planOfOnePerson: Record<string, string> = {
  fines: "SEARCH fines USING COVERING INDEX fines_resident (resident_id=?)",
  maintenance_requests:
    "SEARCH maintenance_requests USING COVERING INDEX maintenance_resident (resident_id=?)",
  visits: "SEARCH visits USING COVERING INDEX visits_resident (resident_id=?)",
  payment_proofs:
    "SEARCH payment_proofs USING COVERING INDEX payment_proofs_uploader (uploaded_by=?)",
};
/** Statements that may scan or sort all the same, their exact plan, and why. */
const allowed: { why: string; sql: RegExp; plan: string[] }[] = [
  {
    why: "the first row there is",
    sql: /^select "id" from "accounts" limit \+\?$/,
    plan: ["SCAN accounts USING COVERING INDEX sqlite_autoindex_accounts_1"],
  },
  {
    why: "the first row there is",
    sql: /^select "at" from "audit_events" order by "audit_events"."id" limit \+\?$/,
    plan: ["SCAN audit_events USING INDEX sqlite_autoindex_audit_events_1"],
  },
  {
    why: "whether there is a row after the first thousand",
    sql: /^select "id" from "fines" order by "fines"."id" asc limit \+\? offset \?$/,
    plan: ["SCAN fines USING COVERING INDEX sqlite_autoindex_fines_1"],
  },
  {
    why: "whether there is a row after the first thousand",
    sql: /^select "id" from "maintenance_requests" order by .* asc limit \+\? offset \?$/,
    plan: [
      "SCAN maintenance_requests USING COVERING INDEX sqlite_autoindex_maintenance_requests_1",
    ],
  },
  {
    why: "the index holds only who was erased",
    sql: /"uploaded_by" in \(select "id" from "people" where "people"."erased_at" is not null\)/,
    plan: ["SCAN people USING INDEX people_erased"],
  },
  {
    why: "one person's devices",
    sql: /^select .* from "sessions" where \("sessions"."account_id" = \? and/,
    plan: [sorts],
  },
  {
    why: "one person's doings, all of which they asked for",
    sql: /from "audit_events" .*"actor_id" = \? or "audit_events"."subject_id" = \?\) order by/,
    plan: [sorts],
  },
  {
    why: "one person's visitors, all of which they asked for",
    sql: /^select .* from "visits" where "visits"."resident_id" = \? order by "visits"."id" asc$/,
    plan: [sorts],
  },
  {
    why: "everybody who ever was here, by name: a page that shows all of them",
    sql: /^select [^(]* from "people" .*order by "people"."name" asc, "people"."surname" asc limit \+?\?$/,
    plan: ["SCAN people", sorts],
  },
  {
    why: "everybody in the register, for a spreadsheet that has all of them",
    sql: /^select .*"service_address", "accounts"."role" from "people" left join "accounts" on .* limit \+\?$/,
    plan: ["SCAN people"],
  },
  {
    why: "who has an address, when units get other labels; people write their address as they like",
    sql: /^select "id", "address" from "people" where .*"address" <> \?\)/,
    plan: ["SCAN people"],
  },
  {
    why: "people and units with some words in their names, of which a building has few",
    sql: /from "search_records" .* MATCH \? order by "search_records"."title" = \?/,
    plan: ["SCAN search_index VIRTUAL TABLE INDEX 0:M3", sorts],
  },
  {
    why: "what the full-text index finds, the newest twenty",
    sql: /from "search_records" .* MATCH \? order by search_index.rowid DESC/,
    plan: ["SCAN search_index VIRTUAL TABLE INDEX 192:M3"],
  },
  {
    why: "all areas of one kind, of which a building has about as many as units",
    sql: /^select .* from "unit_areas" inner join "units" on .*"kind" = \?/,
    plan: ["SCAN unit_areas"],
  },
  {
    why: "everybody with a unit, for a register that shows all of them",
    sql: /^select .* from "unit_parties" inner join "people" on [^?]* order by "unit_parties"."since" asc, /,
    plan: ["SCAN unit_parties USING INDEX unit_parties_person", sorts],
  },
  {
    why: "who came or left since the day before, once a day",
    sql: /^select distinct "person_id" from "unit_parties" where/,
    plan: ["SCAN unit_parties USING INDEX unit_parties_person"],
  },
  {
    why: "every trustee there ever was, of which a building elects some each year",
    sql: /^select .* from "trustee_terms" inner join "people" on [^?]* order by "trustee_terms"."since" asc, /,
    plan: ["SCAN trustee_terms USING INDEX trustee_terms_person", sorts],
  },
  {
    why: "one unit's weights under the rules of a scheme, of which it has few",
    sql: /^select .* from "unit_weights" where "unit_weights"."unit_id" = \? order by/,
    plan: [sorts],
  },
  {
    why: "one person's terms, all of which they asked for",
    sql: /^select "id" from "trustee_terms" where "trustee_terms"."person_id" = \? order by/,
    plan: [sorts],
  },
  {
    why: "one person's terms",
    sql: /from "trustee_terms" inner join "people" on .* where "trustee_terms"."person_id" = \? order by/,
    plan: ["USE TEMP B-TREE FOR LAST TERM OF ORDER BY"],
  },
  {
    why: "the weights of all units under the rules of a scheme, of which it has few",
    sql: /^select .* from "unit_weights" where \("unit_weights"."use" = \? and/,
    plan: ["SCAN unit_weights", sorts],
  },
  {
    why: "everybody who ever had one unit",
    sql: /from "unit_parties" inner join "people" on .* where "unit_parties"."unit_id" = \? order by/,
    plan: [sorts],
  },
  {
    why: "all units that one person ever had",
    sql: /^select "id" from "unit_parties" where "unit_parties"."person_id" = \? order by/,
    plan: [sorts],
  },
  {
    why: "all units that one person ever had, by date",
    sql: /from "unit_parties" inner join "people" on .* where "unit_parties"."person_id" = \? order by/,
    plan: ["USE TEMP B-TREE FOR LAST TERM OF ORDER BY"],
  },
  {
    why: "only who has never signed in, and of each when a sheet was printed last",
    sql: /^select "accounts"."id".* from "accounts" inner join "people" .* left join "credentials"/s,
    plan: [
      "SEARCH accounts USING INDEX accounts_role (role=? AND removed_at=?)",
      "SEARCH audit_events USING COVERING INDEX audit_actor_action (actor_id=? AND action=?)",
      "SEARCH audit_events USING INDEX audit_subject_action (subject_id=? AND action=?)",
      sorts,
    ],
  },
  {
    why: "one person's ten codes",
    sql: /^select count\(\*\) from "recovery_codes" where/,
    plan: ["SEARCH recovery_codes USING INDEX recovery_codes_account (account_id=?)"],
  },
  {
    why: "what was closed in a week, however long the past",
    sql: /^select count\(\*\) from "maintenance_status_changes" where/,
    plan: [
      "SEARCH maintenance_status_changes USING COVERING INDEX maintenance_changes_at (status=? AND changed_at>?)",
    ],
  },
  {
    why: "one day of the trail, however many there are",
    sql: /^select min\("seq"\), max\("seq"\) from "audit_events" where/,
    plan: ["SEARCH audit_events USING COVERING INDEX audit_at (at>? AND at<?)"],
  },
  {
    why: "visits of some weeks: of older ones the names went, and the index knows only who has one",
    sql: /^select count\(\*\) from "visits" where \("visits"."signed_out_at" < \? and/,
    plan: ["SEARCH visits USING INDEX visits_to_redact (signed_out_at<?)"],
  },
  {
    why: "only who is in the house",
    sql: /^select count\(\*\), min\(.*\) from "visits" where \("visits"."signed_out_at" is null and/,
    plan: ["SEARCH visits USING INDEX visits_in (signed_out_at=?)"],
  },
  {
    why: "only who is in the house",
    sql: /^select count\(\*\) from "visits" where "visits"."signed_out_at" is null$/,
    plan: ["SEARCH visits USING COVERING INDEX visits_in (signed_out_at=?)"],
  },
  {
    why: "who lives or works here, and the invites of those who have not joined",
    sql: /^select count\(\*\), .*from "accounts" left join "credentials" on/s,
    plan: [
      "SEARCH accounts USING INDEX accounts_role (role=? AND removed_at=?)",
      "SEARCH audit_events USING COVERING INDEX audit_actor_action (actor_id=? AND action=?)",
      "SEARCH links USING INDEX links_account (account_id=? AND purpose=?)",
      "SEARCH links USING INDEX links_account (account_id=? AND purpose=?)",
    ],
  },
  {
    why: "only fines that nobody has paid in time",
    sql: /^select count\(\*\), .*min\("due_date"\) from "fines" where .*"status" = 'Unpaid' and/,
    plan: ["SEARCH fines USING COVERING INDEX fines_due (due_date<?)"],
  },
  {
    why: "only the proofs of payments that wait for an admin",
    sql: /^select min\("files"."uploaded_at"\) from "fines" inner join "payment_proofs"/,
    plan: [
      "SEARCH fines USING INDEX fines_open (status=?)",
      "SEARCH payment_proofs USING INDEX payment_proofs_fine (fine_id=?)",
    ],
  },
  {
    why: "one month of fines, however many there were before",
    sql: /^select coalesce\(sum\("amount_cents"\), 0\) from "fines" where .*"issued_at" >= \?/,
    plan: ["SEARCH fines USING COVERING INDEX fines_issued (issued_at>? AND issued_at<?)"],
  },
  {
    why: "what was paid in one month",
    sql: /^select coalesce\(sum\("amount_cents"\), 0\) from "fines" where .*"paid_at" >= \?/,
    plan: ["SEARCH fines USING COVERING INDEX fines_paid (paid_at>? AND paid_at<?)"],
  },
  {
    why: "one day of visits",
    sql: /^select count\(\*\) from "visits" where .*"signed_in_at" >= \?/,
    plan: [
      "SEARCH visits USING COVERING INDEX visits_signed_in (signed_in_at>? AND signed_in_at<?)",
    ],
  },
  {
    why: "only one trade's requests that are open",
    sql: /"status" = 'Open' and .*"maintenance_type" = \? and .*"date" > \?/,
    plan: ["SEARCH maintenance_requests USING INDEX maintenance_open_type (maintenance_type=?)"],
  },
  {
    why: "only announcements that wait for an admin",
    sql: /^select count\(\*\), min\("announced_at"\) from "change_notices" where/,
    plan: ["SCAN change_notices USING COVERING INDEX change_notices_waiting"],
  },
  {
    why: "only one person's announcements that wait, of which there are twenty at most",
    sql: /^select count\(\*\) from "change_notices" where .*"announced_by" = \?\)$/,
    plan: ["SEARCH change_notices USING COVERING INDEX change_notices_waiting (announced_by=?)"],
  },
  {
    why: "only requests that have been open for long",
    sql: /^select count\(\*\), min\("date"\) from "maintenance_requests" where .*'Open' and/,
    plan: ["SEARCH maintenance_requests USING COVERING INDEX maintenance_open_date (date<?)"],
  },
  {
    why: "who lives or works here",
    sql: /^select count\(\*\) from "accounts" where .*"role" = \? and/,
    plan: ["SEARCH accounts USING COVERING INDEX accounts_role (role=? AND removed_at=?)"],
  },
  {
    why: "only fines that are not paid, by who has them",
    sql: /^select "resident_id", .* from "fines" where .*"status" <> 'Paid' and .* group by/,
    plan: ["SEARCH fines USING COVERING INDEX fines_open (status=?)"],
  },
  {
    why: "the index holds only requests that are open",
    sql: /^select "resident_id", count\(\*\) from "maintenance_requests" where .*'Open' group by/,
    plan: ["SCAN maintenance_requests USING COVERING INDEX maintenance_open_resident"],
  },
  {
    why: "only fines that are not paid",
    sql: /^select count\(\*\), .* from "fines" where .*"status" <> 'Paid' and "fines"."status" = \?\)$/,
    plan: ["SEARCH fines USING COVERING INDEX fines_open (status=?)"],
  },
  {
    why: "only one person's fines that are not paid",
    sql: /^select count\(\*\), .* from "fines" where .*"status" = \?\) and "fines"."resident_id" = \?\)$/,
    plan: ["SEARCH fines USING COVERING INDEX fines_open (status=? AND resident_id=?)"],
  },
  {
    why: "only requests that are open",
    sql: /^select count\(\*\) from "maintenance_requests" where .*"status" = 'Open'$/,
    plan: ["SCAN maintenance_requests USING COVERING INDEX maintenance_open_resident"],
  },
  {
    why: "only one person's requests that are open",
    sql: /"status" = 'Open' and "maintenance_requests"."resident_id" = \?\)$/,
    plan: [
      "SEARCH maintenance_requests USING COVERING INDEX maintenance_open_resident (resident_id=?)",
    ],
  },
  {
    why: "only one trade's requests that are open",
    sql: /"status" = 'Open' and "maintenance_requests"."maintenance_type" = \?\)$/,
    plan: [
      "SEARCH maintenance_requests USING COVERING INDEX maintenance_open_type (maintenance_type=?)",
    ],
  },
  {
    why: "one person's visitors who are in",
    sql: /^select count\(\*\) from "visits" where .*"resident_id" = \?\)$/,
    plan: [
      "SEARCH visits USING COVERING INDEX visits_resident (resident_id=? AND signed_out_at=?)",
    ],
  },
  ...Object.entries(planOfOnePerson).map(([table, plan]) => ({
    why: "all of one person, for the page on what is kept of them",
    sql: new RegExp(`^select count\\(\\*\\) from "${table}" where "${table}"."\\w+" = \\?$`),
    plan: [plan],
  })),
  {
    why: "two pieces of one page's length each, put in order",
    sql: /^select "id", .* from "audit_events" where "audit_events"."seq" IN \(SELECT seq/s,
    plan: ["SCAN (subquery-1)", sorts, "SCAN (subquery-3)", sorts],
  },
];
const used = new Set<RegExp>();

type TestBuilding = ReturnType<typeof openHouse>;
const everything = new Set<string>();

/** The statements prepared by this work, except those that opening a database prepares. */
async function preparedBy(work: () => Promise<unknown>): Promise<string[]> {
  const prepare = vi.spyOn(Database.prototype, "prepare");
  try {
    openDatabase(":memory:").$client.close();
    const opening = new Set(prepare.mock.calls.map(([sql]) => sql));
    await work();
    const statements = new Set(prepare.mock.calls.map(([sql]) => sql));
    return [...statements].filter(
      (sql) => !opening.has(sql) && /^\s*(select|with|insert|update|delete)\b/i.test(sql),
    );
  } finally {
    prepare.mockRestore();
  }
}

/** SQLite's plan for a statement. */
function planOf({ db }: TestBuilding, sql: string): string[] {
  const names = [...sql.matchAll(/[@:$]([a-z]\w*)/gi)].map(([, name = ""]) => [name, 1]);
  const values = names.length > 0 ? [Object.fromEntries(names)] : sql.match(/\?/g)?.fill("1");
  const plan = db.$client.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(values ?? []));
  return (plan as { detail: string }[]).map(({ detail }) => detail);
}

/**
 * Aggregates read every row they find, even with an index; the list above says why these rows are
 * few.
 */
const aggregate = /\b(count|sum|total|avg|min|max|group_concat)\(/i;

/** The parts of a plan that scan a table, sort, build a temporary index, or count. */
function labours(house: TestBuilding, sql: string): string[] {
  return planOf(house, sql).filter((detail) => {
    const [, found = ""] = /^SEARCH (\S+)/.exec(detail) ?? [];
    if (found && aggregate.test(sql) && !small.includes(found) && !isOneRow(detail)) return true;
    const [, table = ""] = /^SCAN (\S+)/.exec(detail) ?? [];
    if (/TEMP B-TREE|AUTOMATIC/.test(detail)) return true;
    return table !== "" && !/^SCAN (CONSTANT|\d+ CONSTANT)/.test(detail) && !small.includes(table);
  });
}

/** Found by the primary key or another unique key. */
const isOneRow = (detail: string) =>
  /USING (INTEGER PRIMARY KEY|(COVERING )?INDEX \S*(autoindex|_key|_hash)\S*) \(\S+=\?\)( LEFT-JOIN)?$/.test(
    detail,
  );

/** A list page whose rows are joined into one text; it joins no more rows than one page has. */
const joined =
  /^select count\(\*\) as count, coalesce\(group_concat\(json, ',' \|\| char\(10\)\), ''\) as rows from \((select .* limit \+\?)\)$/s;

function expectSwift(house: TestBuilding, statements: string[]): void {
  const slow: string[] = [];
  for (const statement of statements) {
    const sql = joined.exec(statement)?.[1] ?? statement;
    everything.add(sql);
    const found = labours(house, sql);
    if (found.length === 0) continue;
    const exception = allowed.find(
      (each) => each.sql.test(sql) && each.plan.join() === found.join(),
    );
    if (exception) used.add(exception.sql);
    else slow.push(`${sql}\n→ ${found.join("; ")}`);
  }
  expect(slow).toEqual([]);
}

test("a page whose rows come in one text is looked at as that page", () => {
  const texts = (page: string) =>
    `select count(*) as count, coalesce(group_concat(json, ',' || char(10)), '') as rows from (${page})`;
  const house = openHouse();
  const looked = (page: string) => () => expectSwift(house, [texts(page)]);
  expect(
    looked("select id as json from fines where id < ? order by id desc limit +?"),
  ).not.toThrow();
  expect(looked("select id as json from fines order by due_date limit +?")).toThrow();
  // Nothing limits the number of these rows.
  expect(looked("select id as json from fines where id < ? order by id desc")).toThrow();
});

test.each([
  ["counts all", "select count(*) from fines"],
  ["walks an index", "select resident_id from fines group by resident_id"],
  ["counts what an index finds", "select count(*) from fines where resident_id = ?"],
  ["adds up", "select sum(amount_cents) from fines where resident_id = ? and id > ?"],
  ["sorts", "select * from fines where resident_id = ? order by due_date limit 1"],
  ["walks", "select * from visits where visitor_name = ?"],
])("a statement that %s is found out", (_, sql) => {
  expect(labours(openHouse(), sql)).not.toEqual([]);
});

const callers: Record<string, Neighbour> = {
  member: "pieter",
  Admin: "anna",
  Resident: "pieter",
  Staff: "sipho",
};

function invoke(api: Api, path: string, input: unknown): Promise<unknown> {
  const call = path
    .split(".")
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], api);
  return (call as (input: unknown) => Promise<unknown>)(input);
}

/** Values that take the calls as far as possible. */
async function valuesFor(house: TestBuilding, who: string, path: string) {
  const things = await pietersThings(house);
  const values: Record<string, unknown> = goodValues(things);
  const { pieter, sipho } = house.people;
  if (who === "Staff") values.profileId = sipho.id;
  if (who === "Admin") values.id = /changeRole|staff/.test(path) ? sipho.id : pieter.id;
  if (/signUp|invite|signup/.test(path)) Object.assign(values, { role: "Staff", roles: "Staff" });
  return values;
}

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

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>,
).map(([path, { _def }]) => ({ path, who: roleFor(path), schema: _def.inputs[0] }));

const people = "accounts_role (role=? AND removed_at=? AND id>?)";
/**
 * The index that finds a page of each list. A less specific one would read many rows to find a rare
 * one.
 */
const pages: Record<string, string> = {
  "admin.people.residents": people,
  "admin.people.staff": people,
  "admin.people.admins": people,
  "member.announcements.all": "announcements_1 (id<?)",
  "admin.fines.all": "fines_1 (id<?)",
  "resident.fines.mine": "fines_resident (resident_id=? AND id<?)",
  "admin.maintenance.all": "maintenance_requests_1 (id<?)",
  "staff.maintenance.all": "maintenance_type (maintenance_type=? AND id<?)",
  "resident.maintenance.mine": "maintenance_resident (resident_id=? AND id<?)",
  "admin.changeNotices.all": "change_notices_1 (id<?)",
  "resident.changeNotices.mine": "change_notices_announcer (announced_by=? AND id<?)",
  "admin.visitors.present": "visits_in (signed_out_at=? AND id<?)",
  "resident.visitors.present": "visits_resident (resident_id=? AND signed_out_at=? AND id<?)",
};

test.each(procedures)("$path", async ({ path, who, schema }) => {
  let house!: TestBuilding;
  const statements = await preparedBy(async () => {
    house = openHouse();
    const values = await valuesFor(house, who, path);
    const api = house.as(callers[who]);
    // A refused call runs queries too; some lists are read only when their response is written.
    for (const input of variants(schema, goodInput(schema, values)))
      await invoke(api, path, input).then(JSON.stringify, () => undefined);
  });
  expectSwift(house, statements);
  if (!("cursor" in fieldsOf(schema)) || path === "admin.audit.entries") return;
  const searches = statements.flatMap((sql) => planOf(house, sql));
  expect(searches.join("\n")).toContain(
    pages[path] ?? `an index: add ${path} to pages in this test`,
  );
});

const rows = restCalls.flatMap(({ prefix, rows }) =>
  rows.map((row) => ({ call: `${row.method} ${prefix}${row.path}`, row })),
);

test.each(rows)("$call", async ({ call, row }) => {
  let server!: Awaited<ReturnType<typeof openServer>>;
  const statements = await preparedBy(async () => {
    server = await openServer();
    const who = row.admission(null).for;
    const values = await valuesFor(server, who, call);
    const path = call.replace(/:(\w+)/g, (_, name) => String(values[name]));
    const name = callers[who];
    if (row.streams !== "upload")
      return server.rest(name)(path, row.body ? goodInput(row.body, values) : undefined);
    return fetch(`${server.base}${path.split(" ")[1]}`, {
      method: "POST",
      headers: {
        ...(name && { cookie: `sid=${server.tokenOf(name)}` }),
        "content-type": "multipart/form-data",
      },
      body: multipart(tinyPdf()),
    });
  });
  expectSwift(server, statements);
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
  expectSwift(server, statements);
});

test("what the server does by itself", async () => {
  let house!: TestBuilding;
  const statements = await preparedBy(async () => {
    house = openHouse({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
    await pietersThings(house);
    // A backup reads everything on purpose.
    // As after a day on which the machine was off.
    const { db, now } = house.services;
    writeSetting(db, "addressesFilledUntil", "2026-01-01", now().at);
    const jobs = scheduledJobs(house.services).filter(({ name }) => name !== "backup");
    expect(jobs.map(({ name }) => name)).toContain("mail");
    // Some jobs do less on their first run than later.
    for (const { run } of [...jobs, ...jobs]) await run();
  });
  expectSwift(house, statements);
});

test("every planned statement was checked, and every exception is needed", () => {
  expect(everything.size).toBeGreaterThan(130);
  expect(allowed.filter(({ sql }) => !used.has(sql))).toEqual([]);
});
