import { desc, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { multiply } from "../contract/samples.ts";
import { rest as finesRest, toWire } from "../features/fines/rest.ts";
import { fineById } from "../features/fines/service.ts";
import { fines } from "../features/fines/table.ts";
import { people as peopleTable } from "../features/people/table.ts";
import { credentials } from "../platform/auth/table.ts";
import { openHouse, openServer } from "../testing.ts";
import { Listing, listing } from "./list.ts";

// SQLite's JSON must be identical to that of JSON.stringify.

const reasons = [
  'He said "no" and left \\ twice',
  "two\nlines\tand a \b bell \u0007, \u2028 and \u2029",
  "Ṱhoho, Ngũgĩ, 李 and 🏠",
  "half a pair: \ud83c",
  "",
  "</script>",
];

/** Fines with all kinds of characters in their texts, and amounts with and without cents. */
function withFines<Building extends ReturnType<typeof openHouse>>(building: Building): Building {
  const { db, people } = building;
  db.update(peopleTable)
    .set({ surname: 'O"Neill \\ Ṱ' })
    .where(eq(peopleTable.id, people.thandi.id))
    .run();
  for (const [at, reason] of reasons.entries())
    db.insert(fines)
      .values({
        residentId: people.thandi.id,
        type: "Late Rent",
        status: "Pending...",
        amountCents: [45_000, 45_050, 45_005, 1, 100_000_000, 99_999_999][at] ?? 0,
        reason,
        issuedAt: "2026-11-20T09:26:24.123Z",
        dueDate: "2026-12-01",
        roomNo: "Unit 3",
        reference: `F-${at}`,
      })
      .run();
  return building;
}

test("a list that SQLite writes says what the rows themselves say", async () => {
  const { as, db } = withFines(openHouse());
  for (const list of [
    await as("thandi").resident.fines.mine({}),
    await as("anna").admin.fines.all({}),
  ]) {
    expect(list).toBeInstanceOf(Listing);
    const rows = list.rows.map(({ id }) => {
      // Only one fine by itself has it.
      const { withdrawnAt: _, ...row } = fineById(db, id);
      return row;
    });
    expect(rows).toHaveLength(reasons.length);
    const text = (list as Listing<unknown>).text();
    // One row per line.
    expect(text.split("\n")).toHaveLength(rows.length);
    const inOneLine = text.replaceAll(",\n", ",");
    expect(inOneLine).toBe(JSON.stringify({ rows, nextCursor: null }));
    expect(JSON.stringify(list)).toBe(inOneLine);
  }
});

test("and says it as known clients spell it", async () => {
  const server = withFines(await openServer());
  const { db, people, rest } = server;
  for (const [who, path] of [
    ["thandi", `/api/property/resident/fines/${people.thandi.id}`],
    ["anna", "/api/property/admin/fines/all"],
  ] as const) {
    const { body, headers } = await rest(who)(`GET ${path}`);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    const listed = body as { id: string }[];
    expect(listed).toHaveLength(reasons.length);
    expect(JSON.stringify(listed)).toBe(
      JSON.stringify(listed.map(({ id }) => toWire(fineById(db, id)))),
    );
    for (const row of finesRest.rows.filter(({ method }) => method === "GET"))
      expect(row.answer.safeParse(listed).success).toBe(true);
  }
});

test("in a batch each list stands in its place, and one that is refused alone fails", async () => {
  const { rest } = withFines(await openServer());
  const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: { limit: -1 }, 2: { limit: 1 } }));
  const path = Array(3).fill("resident.fines.mine").join();
  const { status, body } = await rest("thandi")(`GET /api/trpc/${path}?batch=1&input=${input}`);
  expect(status).toBe(207);
  const [all, refused, one] = body;
  expect(all.result.data.rows).toHaveLength(reasons.length);
  expect(refused.error.data.reason.code).toBe("request.invalid");
  expect(one.result.data.rows).toEqual(all.result.data.rows.slice(0, 1));
});

test("a column that means something else than what lies there is refused when the list is first read", () => {
  const { db } = openHouse();
  const columns = { id: credentials.accountId, must: credentials.mustChange };
  const secrets = listing(columns, { from: credentials });
  expect(() => secrets(db, { limit: 50 }).rows).toThrow("must");
});

test("a whole list ends at 20 000 rows and goes on from there", async () => {
  const { as, db } = withFines(openHouse());
  // Short rows, because 20 000 ordinary ones are more than 8 MB.
  multiply(db.$client, "fines", 20_500, { reason: "x", room_no: "1" });
  const count = 20_500 + reasons.length - 1;
  const { all } = as("anna").admin.fines;
  const first = await all({ limit: "all" });
  expect(first.rows).toHaveLength(20_000);
  expect(first.nextCursor).toBe(first.rows.at(-1)?.id);
  const rest = await all({ limit: "all", cursor: first.nextCursor ?? "" });
  expect(rest.rows).toHaveLength(count - 20_000);
  expect(rest.nextCursor).toBeNull();
});

test("a list that is too long for one answer ends at a row, says where, and nothing is read beyond", async () => {
  const { as, db, people } = withFines(openHouse());
  multiply(db.$client, "fines", 30_000, { reason: "Ж".repeat(500) });
  const list = (await as("thandi").resident.fines.mine({ limit: "all" })) as Listing<unknown>;
  const read = vi.spyOn(db.$client.prepare("SELECT 1").constructor.prototype, "get");
  const text = list.text();
  const chunks = read.mock.results.flatMap(({ value }) => value?.count ?? []);
  read.mockRestore();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_000_000);
  expect(Buffer.byteLength(text)).toBeGreaterThan(7_990_000);
  expect(Math.max(...chunks)).toBeLessThanOrEqual(201);
  const { rows, nextCursor } = list;
  expect(chunks.length * 200 - rows.length).toBeLessThan(200);
  expect(nextCursor).toBe((rows.at(-1) as { id: string }).id);
  const next = await as("anna").resident.fines.mine({
    profileId: people.thandi.id,
    limit: 1,
    cursor: nextCursor ?? "",
  });
  const ids = db.select({ id: fines.id }).from(fines).orderBy(desc(fines.id)).all();
  expect(next.rows[0]?.id).toBe(ids[rows.length]?.id);
});
