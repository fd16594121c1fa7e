import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { newId } from "../../database/columns.ts";
import { daysIn } from "../../platform/clock/dayTexts.ts";
import {
  byValue,
  type ListColumn,
  pressedOf,
  sumsOf,
  textOf,
} from "../../platform/lists/listRules.ts";
import type { ListSearch } from "../../platform/lists/schema.ts";
import { isIn, searchTextOf, termsOf } from "../../platform/lists/words.ts";
import { openHouse } from "../../testing.ts";
import { fineRules } from "./list.ts";
import { fines } from "./table.ts";

const now = new Date("2026-11-20T09:26:24.123Z");
const many = 1_050;
const statuses = ["Unpaid", "Paid", "Pending...", "Paid"] as const;
const types = ["Late Rent", "Overdue Fees", "Lease Violation"] as const;
const reasons = ["Noise after ten", "Washing on the balcony", "Parked in bay 12", "Café table"];
const dayMs = 86_400_000;

/** A building with so many fines that a browser does not get all of them. */
function longHouse(count = many, onDisk = false, isImported = false) {
  const house = openHouse({ clock: () => now, onDisk });
  const { thandi, pieter } = house.people;
  for (let each = 0; each < count; each += 1) {
    const status = statuses[each % 4] as (typeof statuses)[number];
    // Two and two are of the same instant; imported ones are not in the order of their ids.
    const age = count - (isImported ? (each * 7) % count : each - (each % 2));
    const issuedAt = new Date(now.getTime() - age * dayMs * 0.37).toISOString();
    const isWithdrawn = each % 97 === 0;
    house.db
      .insert(fines)
      .values({
        id: newId(),
        residentId: each % 3 ? thandi.id : pieter.id,
        status: isWithdrawn ? "Withdrawn" : status,
        type: types[each % types.length] as (typeof types)[number],
        amountCents: 5_000 + (each % 40) * 250,
        reason: reasons[each % reasons.length] as string,
        issuedAt,
        dueDate: new Date(Date.parse(issuedAt) + 14 * dayMs).toISOString().slice(0, 10),
        roomNo: `Unit ${each % 41}`,
        reference: `F-A${String(each).padStart(4, "0")}X`,
        withdrawnReason: isWithdrawn ? "It was the wind" : null,
        withdrawnAt: isWithdrawn ? issuedAt : null,
        remindedAt: each % 3 ? null : now.toISOString(),
      })
      .run();
  }
  return { ...house, list: house.as("anna").admin.fines.list };
}

const rules = fineRules(
  daysIn(
    () => "Africa/Johannesburg",
    () => now,
  ),
);

type House = ReturnType<typeof longHouse>;
type Row = Awaited<ReturnType<House["list"]>>["rows"][number];

/** The texts that a filter of these rows looks at, made once for all searches in the same columns. */
function textsOf(all: Row[]) {
  const made = new Map<string, Map<Row, string>>();
  return (columns: ListSearch["columns"]) => {
    const key = `${columns}`;
    const fields: ListColumn<Row>[] = rules.fields.filter(
      (field) => columns?.includes(field.key) ?? true,
    );
    const textIn = (row: Row) =>
      searchTextOf(fields.flatMap((field) => [textOf(field, row), field.find?.(row) ?? ""]));
    const texts = made.get(key) ?? new Map(all.map((row) => [row, textIn(row)]));
    made.set(key, texts);
    return texts;
  };
}

/** The rows and counts that a list shows, in the simplest way to say it. */
function simply(all: Row[], texts: ReturnType<typeof textsOf>, search: ListSearch) {
  const { sort = "", filter = "", page = 1, size = 50, columns, chips = {} } = search;
  const textIn = texts(columns);
  const terms = termsOf(filter);
  const matching = all.filter((row) => terms.every((term) => isIn(textIn.get(row) ?? "", term)));
  const pressed = pressedOf(rules.chips, chips);
  const found = matching.filter((row) => pressed.every(({ has }) => has(row)));
  const value = rules.fields.find(({ key }) => key === sort.replace("-", ""))?.value;
  const turn = sort.startsWith("-") ? -1 : 1;
  if (value) found.sort((one, other) => turn * byValue(value(one as never), value(other as never)));
  const counts = rules.chips.map(({ group, value, has }) => [
    `${group}=${value}`,
    matching.filter(has).length,
  ]);
  const last = Math.max(1, Math.ceil(found.length / size));
  const shown = Math.min(page, last);
  return {
    rows: found.slice((shown - 1) * size, shown * size),
    long: {
      count: all.length,
      matching: matching.length,
      found: found.length,
      page: shown,
      chips: Object.fromEntries(counts),
      sums: sumsOf(rules.sum, found),
    },
  };
}

const searches: ListSearch[] = [
  {},
  { page: 7 },
  { page: 31, size: 100 },
  { sort: "userId" },
  { sort: "-userId", page: 3 },
  { sort: "status" },
  { sort: "-type", page: 2 },
  { sort: "issued" },
  { sort: "-issued", page: 4 },
  { sort: "amount", page: 5 },
  { sort: "-amount" },
  { sort: "due" },
  { sort: "reason" },
  { sort: "-reference", page: 2 },
  { sort: "nothing" },
  { filter: "thandi" },
  { filter: "paid" },
  { filter: "unpaid rent", sort: "-amount" },
  { filter: "november", sort: "issued" },
  { filter: "nov 2026" },
  { filter: "3 oct" },
  { filter: "yesterday" },
  { filter: "unit 4" },
  { filter: "days late" },
  { filter: "wind" },
  { filter: "R52" },
  { filter: "52.50 overdue" },
  { filter: "cafe", columns: ["reason"] },
  { filter: "cafe", columns: ["userId", "status"] },
  { filter: "f-a01", columns: ["reference"] },
  { filter: "nobody's" },
  { chips: { status: "Unpaid" } },
  { chips: { status: "Pending" }, sort: "amount" },
  { chips: { status: "Unpaid", due: "late" }, filter: "pieter" },
  { chips: { due: "soon" } },
  { chips: { due: "unreminded" } },
  { chips: { due: "reminded" }, sort: "amount" },
  { chips: { status: "all" } },
];

test.each([
  ["in the order of their ids", false],
  ["in another order", true],
])("a long list issued %s has the rows, counts and sums of all its rows", async (_, isImported) => {
  const { as, list } = longHouse(many, false, isImported);
  const all = (await as("anna").admin.fines.all({ limit: "all" })).rows;
  const texts = textsOf(all);
  const counts = new Set<number | undefined>();
  for (const search of searches) {
    const answer = await list(search);
    expect.soft(answer, JSON.stringify(search)).toEqual(simply(all, texts, search));
    counts.add(answer.long?.found);
  }
  expect(counts.size).toBeGreaterThan(10);
});

test("the fines of Unit 1 are not those of Units 10 to 19, however many there are", async () => {
  for (const count of [820, many]) {
    const { list, as, people } = longHouse(count);
    const { units } = as("anna").admin;
    const { id: unitId } = await units.add({ label: "Unit 1" });
    await units.add({ label: "Unit 10" });
    const rooms = new Set((await list({ unitId })).rows.map(({ roomNo }) => roomNo));
    expect([...rooms]).toEqual(["Unit 1"]);
    const { long, rows, about } = await list({ unitId });
    const ofUnit = Math.ceil((count - 1) / 41);
    expect([long?.count ?? rows.length, about]).toEqual([ofUnit, "Unit 1"]);

    const personId = people.pieter.id;
    const his = await list({ personId, size: 1_000 });
    expect(his.about).toBe("pieter van Wyk");
    expect(his.rows).toHaveLength(Math.ceil(count / 3));
    expect(his.rows.every(({ residentId }) => residentId === personId)).toBe(true);
    const both = await list({ unitId, personId });
    expect(both.about).toBe("pieter van Wyk, Unit 1");
    expect(both.rows.length).toBeLessThan(ofUnit);
    if (long) expect(long.chips).toMatchObject({ "due=late": expect.any(Number) });

    await expect(list({ unitId: "none" })).rejects.toThrow("This unit could not be found");
    await expect(list({ personId: "none" })).rejects.toThrow("This person could not be found");
  }
});

test("up to 1 000 rows come whole, whatever is asked", async () => {
  const { list } = longHouse(1_000);
  const answer = await list({ filter: "thandi", page: 3 });
  expect(answer.rows).toHaveLength(1_000);
  expect(answer.long).toBeUndefined();
});

test("what changes is there at the next look, and another program's changes too", async () => {
  const { list, as, people, config } = longHouse(many, true);
  const unpaid = async () => (await list({ chips: { status: "Unpaid" } })).long?.found ?? 0;
  const before = await unpaid();
  const { fines: admin } = as("anna").admin;
  const fine = await admin.issue({
    residentId: people.thandi.id,
    type: "Late Rent",
    amountCents: 123_456,
    dueDate: "2026-12-01",
    reason: "December",
  });
  expect(await unpaid()).toBe(before + 1);
  expect((await list({ filter: "1234.56" })).rows.map(({ id }) => id)).toEqual([fine.id]);
  await admin.setStatus({ fineId: fine.id, status: "Paid" });
  expect(await unpaid()).toBe(before);
  expect((await list({ filter: "1234.56" })).rows[0]?.status).toBe("Paid");

  const other = new Database(config.database);
  other.prepare("UPDATE fines SET status = 'Unpaid' WHERE id = ?").run(fine.id);
  other.close();
  expect(await unpaid()).toBe(before + 1);
});

test("somebody's new name is found, and the old one is not", async () => {
  const { list, as, people } = longHouse();
  const named = async (name: string) => (await list({ filter: name })).long?.found;
  expect(await named("thandi")).toBe(700);
  const { admin } = as("anna");
  const personId = people.thandi.id;
  const { version, email } = await admin.corrections.details({ personId });
  await admin.corrections.correct({ personId, version, email, name: "Nomvula", surname: "Zwane" });
  expect(await named("thandi")).toBe(0);
  expect(await named("nomvula zwane")).toBe(700);
});

/** A building with more fines than are looked through at once: 100 a day from 2025-11-20 on, ten of them Paid. */
function tooLongHouse() {
  const house = openHouse({ clock: () => now });
  const { thandi, pieter } = house.people;
  house.db.$client
    .prepare(
      `WITH RECURSIVE each(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM each WHERE n < 36599)
       INSERT INTO fines (id, resident_id, type, status, amount_cents, reason, issued_at, due_date, room_no, reference)
       SELECT printf('a%06d', n), iif(n < 40, @pieter, @thandi), 'Late Rent', iif(n % 10, 'Unpaid', 'Paid'), 100,
         'Noise', strftime('%Y-%m-%dT12:00:00.000Z', '2025-11-20', (n / 100) || ' days'), '2025-12-20', '', 'F-' || n
       FROM each`,
    )
    .run({ pieter: pieter.id, thandi: thandi.id });
  return { ...house, list: house.as("anna").admin.fines.list };
}

test("of a list beyond 20 000 rows the newest are shown, and each year by itself", async () => {
  const { list, people } = tooLongHouse();
  const newest = await list({ chips: { status: "Paid" } });
  expect(newest.long).toMatchObject({
    count: 20_000,
    found: 2_000,
    years: [2026, 2025],
    isCut: true,
  });
  expect(newest.rows[0]).toMatchObject({ id: "a036590", issuedAt: "2026-11-20T12:00:00.000Z" });

  const before = await list({ year: 2025, sort: "issued", size: 1 });
  expect(before.rows).toMatchObject([{ issuedAt: "2025-11-20T12:00:00.000Z" }]);
  expect(before.long).toMatchObject({ count: 4_200, years: [2026, 2025], sums: { Paid: 42_000 } });
  expect(before.long?.isCut).toBeUndefined();
  expect((await list({ year: 2025, filter: "pieter" })).long?.found).toBe(40);

  const after = await list({ year: 2026, page: 400 });
  expect(after.long).toMatchObject({ count: 20_000, page: 400, isCut: true });
  expect((await list({ year: 2024 })).long).toMatchObject({ count: 0, years: [2026, 2025] });

  const his = await list({ personId: people.pieter.id, year: 2026 });
  expect(his.rows).toHaveLength(40);
  expect(his.long).toBeUndefined();
});
