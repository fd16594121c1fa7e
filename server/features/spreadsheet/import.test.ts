import { expect, test } from "vitest";
import { contents } from "../../contract/samples.ts";
import { trailProblem } from "../../platform/audit/verify.ts";
import { agents, open, problemsOf, yes } from "./testing.ts";

test("a managing agent's workbook comes in: titles, a row of totals, shortened numbers, days", async () => {
  const { check, run, units, as, db } = open();
  const checked = await check(agents);
  expect(checked).toMatchObject({ headings: 4, missing: false, quotaSum: 1_000_000 });
  expect(checked.columns.map(({ field }) => field)).toEqual([
    ...["unit", "section", "quota", "area", "owner.name", "owner.surname", "owner.cellPhone"],
    ...["owner.email", "tenant.name", "tenant.cellPhone", "tenant.since"],
  ]);
  expect(checked.questions).toMatchObject([
    { id: "makeUnits", words: "3 units are not in Stoep yet. Make them?", answer: null },
  ]);
  expect(problemsOf(checked)).toEqual([]);
  expect(checked.rows.at(-1)).toMatchObject({
    line: 9,
    fate: "skipped",
    notes: ["A row of totals."],
  });
  await expect(run(agents)).rejects.toThrow("3 units are not in Stoep yet. Make them?");
  const done = await run(agents, yes);
  expect(done.message).toBe("3 units, 6 people, 4 owners and 2 tenants added.");
  expect(await units()).toEqual([
    ["1", "Anna Smit 50, Piet Smit 50", ""],
    ["2", "Sea Point Lets (Pty) Ltd 100", "Nomsa Zwane"],
    ["3", "Johan van der Merwe 100", "Thabo Nkosi"],
  ]);
  const { rows } = await as("anna").admin.units.all();
  expect(rows).toMatchObject([
    { sectionNumber: "1", floorArea: 80, participationQuota: 605_000 },
    { floorArea: 65 },
    { floorArea: 64 },
  ]);
  const { parties } = await as("anna").admin.parties.ofUnit({ unitId: rows[2]?.id ?? "" });
  expect(parties).toMatchObject([{ since: "" }, { role: "tenant", since: "2024-07-01" }]);
  expect(trailProblem(db.$client)).toBeNull();
});

test("the same list again changes nothing and says so", async () => {
  const { check, run, db } = open();
  await run(agents, yes);
  const everyRow = () => db.$client.prepare("SELECT * FROM people JOIN unit_parties").all();
  const before = everyRow();
  const checked = await check(agents);
  expect(checked.questions).toEqual([]);
  const same = (count: number) => ({ add: 0, same: count });
  expect(checked.counts).toEqual({
    units: { ...same(3), update: 0 },
    people: { ...same(6), update: 0 },
    owners: same(4),
    tenants: same(2),
    others: same(0),
    staff: same(0),
    refused: 0,
  });
  expect((await run(agents)).message).toBe(
    "Everything in this list was here already. Nothing was changed.",
  );
  expect(everyRow()).toEqual(before);
});

test("one row per person, with a column that says owner or tenant", async () => {
  const { check, run, units } = open();
  const list = [
    "Unit,First name,Surname,Owner/Tenant,Share",
    "Flat A,Ann,Botha,Owner,2/3",
    "Flat A,Ben,Botha,owner,1/3",
    "Flat A,Cas,Dube,Tenant,",
    "Flat B,Ann,Botha,Owner & resident,",
    ",Visiting,Plumber,,",
  ].join("\n");
  const checked = await check(list, yes);
  const [one, three] = [{ add: 1 }, { add: 3 }];
  const people = { add: 4 };
  const counts = { people, owners: three, tenants: one, others: one, refused: 0 };
  expect(checked.counts).toMatchObject(counts);
  await run(list, yes);
  expect(await units()).toEqual([
    ["Flat A", "Ann Botha 66.6666, Ben Botha 33.3333", "Cas Dube"],
    ["Flat B", "Ann Botha 100", "Ann Botha"],
  ]);
  expect((await check(list)).counts).toMatchObject({ people: { add: 0 }, others: { add: 0 } });
});

test.each<[string, string, [line: number, field: string, value: string, words: string]]>([
  ["no surname", "1,Smit,,", [2, "owner.name", "Smit", "needs a first name and a surname"]],
  [
    "no first name",
    "1,Mrs Smit,,",
    [2, "owner.name", "Mrs Smit", "needs a first name and a surname"],
  ],
  ["no email", "1,Ann Smit,ann,", [2, "owner.email", "ann", "must be an email address"]],
  [
    "a shortened number",
    "1,Ann Smit,,8.24E+8",
    [2, "owner.cellPhone", "8.24E+8", "was shortened by the spreadsheet"],
  ],
  ["no unit", ",Ann Smit,,", [2, "unit", "", "Unit is empty."]],
  ["no name", "1,,a@example.co.za,", [2, "owner.name", "", "Owner: name is empty."]],
])(
  "%s: refused by its cell, mended there or left out",
  async (_, row, [line, field, value, words]) => {
    const { check, run, db } = open();
    const list = `Unit,Owner,Owner email,Owner cell\n${row}\n2,Ben Cele,,\n`;
    const checked = await check(list, yes);
    expect(problemsOf(checked)).toEqual([[line, field, value, expect.stringContaining(words)]]);
    const before = contents(db);
    await expect(run(list, yes)).rejects.toThrow("1 row is refused, so nothing was imported");
    expect(contents(db)).toBe(before);
    const good: Record<string, string> = { unit: "5", "owner.name": "Zoe Fourie" };
    const mended = { [line]: { [field]: good[field] ?? "" } };
    expect((await check(list, { ...yes, mended })).counts).toMatchObject({ refused: 0 });
    const leftOut = await check(list, { ...yes, leftOut: [2] });
    expect(leftOut.rows.map(({ fate }) => fate)).toEqual(["left out", "add"]);
    expect((await run(list, { ...yes, leftOut: [2] })).counts.people.add).toBe(1);
  },
);

test("a name that is typed in another way is the same person", async () => {
  const { run, units } = open();
  const head = "Unit,Owner,Owner surname\n";
  await run(`${head}1,Sean,O'Connor\n2,\u0141ukasz,Strau\u00df\n3,Jan,van der Merwe\n`, yes);
  const before = await units();
  await run(`${head}1,Sean,O\u2019Connor\n2,Lukasz,Strauss\n3,JAN,Van Der Merwe\n`, yes);
  expect(await units()).toEqual(before);
  expect(before).toHaveLength(3);
});

test("owners who are here already and live there are entered by the word alone", async () => {
  const { check, run, units } = open();
  await run("Unit,Owner\n1,Ann Botha\n", yes);
  const list = "Unit,Tenant\n1,Owner occupied\n";
  expect((await check(list)).rows).toMatchObject([{ fate: "add" }]);
  await run(list);
  expect(await units()).toEqual([["1", "Ann Botha 100", "Ann Botha"]]);
  expect((await check(list)).rows).toMatchObject([{ fate: "unchanged" }]);
});

test("who owns the unit today lives there, not who has bought it", async () => {
  const { run, units, as } = open();
  await run("Unit,Owner,Owner since,Owner until\n1,Ann Botha,,2026-12-01\n", yes);
  const [unit] = await as("anna")
    .admin.units.all()
    .then(({ rows }) => rows);
  const ben = await as("anna").admin.people.add({ name: "Ben", surname: "Cele", email: "" });
  const sale = { unitId: unit?.id ?? "", personId: ben.id, since: "2026-12-01" };
  await as("anna").admin.parties.add({ ...sale, role: "owner" });
  await run("Unit,Tenant\n1,Owner occupied\n");
  expect(await units()).toEqual([["1", "Ann Botha 100", "Ann Botha"]]);
});

test("an owner who is the occupant too is one person, and a company may be called Total", async () => {
  const { check, run, units } = open();
  const list = [
    "Eenheid Nr,Geregistreerde eienaar,Bewoner,Part. Quota",
    "1,Ann Botha,Ann Botha,60",
    "2,Total Property Solutions (Pty) Ltd,,40",
    "Total,,,100",
  ].join("\n");
  const checked = await check(list, yes);
  expect(problemsOf(checked)).toEqual([]);
  expect(checked.counts.people.add).toBe(2);
  await run(list, yes);
  expect(await units()).toEqual([
    ["1", "Ann Botha 100", "Ann Botha"],
    ["2", "Total Property Solutions (Pty) Ltd 100", ""],
  ]);
});

test("somebody whose typed address is a new unit of the list comes to live there once", async () => {
  const { run, units } = open();
  await run("Unit,Occupant,Owner\nUnit 3,Thandi Mokoena,\nUnit 4,,Pieter van Wyk\n", yes);
  expect(await units()).toEqual([
    ["Unit 3", "", "thandi Mokoena"],
    ["Unit 4", "pieter van Wyk 100", "pieter van Wyk"],
  ]);
});
