import { expect, test } from "vitest";
import type { Api } from "../api/router.ts";
import { type Neighbour, openHouse, openServer } from "../testing.ts";
import { filledElsewhere } from "./byHand.ts";
import { callers, procedureCalls, restRows } from "./everyCall.ts";
import { goodInput, goodValuesFor, pietersThings } from "./samples.ts";

// A double click, or a repeat after a lost response: whatever creates something creates it once.

const calls = [...procedureCalls, ...restRows].filter(
  // A backup is made in a separate process and creates no row; a second one is refused meanwhile.
  ({ method, streams, name }) => method === "POST" && !streams && !name.includes("admin.backups."),
);

/** The number of rows of everything people create, without the records of it. */
function rowsIn({ db }: ReturnType<typeof openHouse>): Record<string, number> {
  const tables = db.$client
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
    .filter(
      (name) =>
        !/^_|^search_index|^(sessions|request_keys|events|sqlite_sequence)$|sign_in|throttle|attempt/.test(
          name,
        ),
    );
  // A replaced link opens nothing; its row is there only to say so.
  const open = (name: string) => (name === "links" ? "WHERE replaced_at IS NULL" : "");
  const count = (name: string) =>
    Number(
      db.$client
        .prepare(`SELECT count(*) FROM "${name}" ${open(name)}`)
        .pluck()
        .get(),
    );
  return Object.fromEntries(tables.map((name) => [name, count(name)]));
}

/**
 * A response without its secrets, which differ each time because a link replaces the one before.
 */
const withoutSecrets = (body: unknown) =>
  JSON.stringify(body).replace(/"(link|qr|expiresAt|until)":"(\\.|[^"\\])*"/g, "");

type Things = Awaited<ReturnType<typeof pietersThings>>;
const wrong = "It was the wrong one";
const withdraw = ({ admin }: Api, { fineId }: Things) =>
  admin.fineDecisions.withdraw({ fineId, reason: wrong }).then(() => ({}));

/** What was done a moment ago by who then takes it back, with other values for that. */
const doneBefore: Record<string, (api: Api, things: Things) => Promise<object>> = {
  "admin.announcements.undo": () => Promise.resolve({}),
  "admin.changeDecisions.undo": ({ admin }, { noticeId }) =>
    admin.changeDecisions.refuse({ noticeId, reason: wrong }).then(() => ({})),
  "admin.fineDecisions.putBack": withdraw,
  "admin.fineDecisions.undo": withdraw,
  "gate.visits.undoAdmission": ({ gate }, { expectedId }) =>
    gate.visits.admitExpected({ expectedId }).then(({ id }) => ({ visitId: id })),
  "resident.changeNotices.undoWithdrawal": ({ resident }, { noticeId }) =>
    resident.changeNotices.withdraw({ noticeId }).then(() => ({})),
};

/** The tables in which a call made a row. */
const filled = new Set<string>();

test.each(calls)(
  "$name sent twice with one key",
  async ({ name, method, path, admission, input }) => {
    const server = await openServer();
    const who = admission.for;
    const things = await pietersThings(server);
    const owner = path.endsWith("/vistors") ? "pieter" : (callers[who] ?? "anna");
    const given = await doneBefore[name]?.(server.as(owner), things);
    const values = { ...goodValuesFor(name, who, things, server.people), ...given };
    const call = `${method} ${path.replace(/:(\w+)/g, (_, part) => String(values[part]))}`;
    const body = input ? goodInput(input, values) : undefined;
    const send = () =>
      server.rest(owner)(call, body, {
        "idempotency-key": "the same key",
        "sec-fetch-site": "none",
      });
    const before = rowsIn(server);
    const first = await send();
    const after = rowsIn(server);
    const made = Object.keys(after).filter(
      (table) => table !== "audit_events" && (after[table] ?? 0) > (before[table] ?? 0),
    );
    if (made.length === 0 && !given) return;
    for (const table of made) filled.add(table);
    expect(first.status).toBeLessThan(300);
    const second = await send();
    const { audit_events: _, ...rows } = rowsIn(server);
    const { audit_events: __, ...wanted } = after;
    expect(rows).toEqual(wanted);
    expect(second.status).toBe(first.status);
    expect(withoutSecrets(second.body)).toBe(withoutSecrets(first.body));
  },
);

test("the walk made a row in every other table", () => {
  const tables = Object.keys(rowsIn(openHouse()));
  expect(tables.filter((name) => !filled.has(name)).sort()).toEqual(filledElsewhere);
});

test("another thing under the same key is refused, and another person's key is their own", async () => {
  const { rest } = await openServer();
  const key = { "idempotency-key": "the same key" };
  const post = (name: Neighbour, message: string) =>
    rest(name)("POST /api/property/admin/announcements", { message }, key);
  expect((await post("anna", "one")).status).toBe(201);
  expect(await post("anna", "two")).toMatchObject({
    status: 409,
    body: { code: "request.key_reused" },
  });
  expect((await post("bongani", "one")).status).toBe(201);
});
