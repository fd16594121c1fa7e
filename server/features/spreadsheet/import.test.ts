import { expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { contents } from "../../contract/samples.ts";
import { trailProblem } from "../../platform/audit/verify.ts";
import { plusDays } from "../../platform/clock/clock.ts";
import { readSheets } from "../../platform/csv/sheets.ts";
import { openIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { openBuilding } from "../../platform/installation/database.ts";
import { newcomer, openHouse } from "../../testing.ts";
import { changeNotices } from "../changes/notices/table.ts";
import { csvOf, registerRows, registerRowsAsAt, workbookOf } from "./export.ts";
import { type Choices, choices } from "./schema.ts";
import { checkRegister, runRegister } from "./service.ts";
import { stage, sweepStaged } from "./staging.ts";
import { recentlyImported, sweepRecentImports } from "./takeBack.ts";

type Cell = string | number | Date | null;
type List = string | Buffer | Cell[][];

/** A building, with functions that check and import a list: lines of CSV or rows of a workbook. */
function open() {
  const house = openHouse();
  const by = { accountId: house.people.anna.id, origin: "test" };
  const file = async (list: List) => {
    if (typeof list === "string") return readSheets(Buffer.from(list), 5_020);
    if (Buffer.isBuffer(list)) return readSheets(list, 5_020);
    return readSheets(await writeWorkbook(list, { dateFormat: "yyyy/mm/dd" }).toBuffer(), 5_020);
  };
  const chosen = (given: Partial<Choices>) => choices.parse(given);
  const { now } = house.services;
  return {
    ...house,
    check: async (list: List, given: Partial<Choices> = {}) =>
      checkRegister(house.db, await file(list), chosen(given), now().today),
    run: async (list: List, given: Partial<Choices> = {}, requestKey?: string) =>
      runRegister(
        house.db,
        { ...by, requestKey },
        { file: await file(list), choices: chosen(given) },
        now(),
      ),
    units: async () => {
      const { rows } = await house.as("anna").admin.units.all();
      return rows.map(({ label, owners, residents }) => [
        label,
        owners.map(({ name, share }) => `${name} ${share / 10_000}`).join(", "),
        residents.map(({ name }) => name).join(", "),
      ]);
    },
  };
}
type Checked = Awaited<ReturnType<ReturnType<typeof open>["check"]>>;
const problemsOf = ({ rows }: Checked) =>
  rows.flatMap(({ line, problems }) =>
    problems.map(({ field, value, words }) => [line, field, value, words]),
  );
const yes = { makeUnits: true };

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const none = null;
const lets = "Sea Point Lets (Pty) Ltd";
const headings =
  "Unit no,Sec,PQ %,m2,Owner,Owner surname,Cell,E-mail,Tenant,Tenant cell,Lease start";
const johan = ["Johan", "van der Merwe", "+27 83 555 1234", "johan@example.co.za"];
const zwane = ["Zwane, Nomsa", "073 555 0199", day("2025-03-01")];
const agents: Cell[][] = [
  ["Baobab Court BC"],
  ["Owners and tenants as at 1 November 2026"],
  [],
  headings.split(","),
  [1, 1, 60.5, 80, "Anna & Piet", "Smit", 824441018, "smits@example.co.za", none, none, none],
  [2, 2, 20, 64.6, lets, none, none, "info@lets.co.za", ...zwane],
  [],
  [3, 3, 19.5, 64, ...johan, "Mr Thabo Nkosi", 715550123, day("2024-07-01")],
  ["Total", none, 100, 208.6],
];

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

test("1 is Unit 1, if somebody says so once for all", async () => {
  const { check, run, as, units } = open();
  for (const label of ["Unit 11", "Unit 12"]) await as("anna").admin.units.add({ label });
  const list = "Door;Owner\n011;Ann Botha\n12;Ben Cele\n3;Cas Dube\n";
  const { questions } = await check(list);
  expect(questions).toMatchObject([
    { id: "sameUnits", examples: ["011 is Unit 11", "12 is Unit 12"], answer: null },
    { id: "makeUnits", examples: ["3"], answer: null },
  ]);
  const other = await check(list, { sameUnits: false });
  expect(other.questions[1]?.examples).toEqual(["011", "12", "3"]);
  await run(list, { sameUnits: true, makeUnits: true });
  expect(await units()).toEqual([
    ["3", "Cas Dube 100", ""],
    ["Unit 11", "Ann Botha 100", ""],
    ["Unit 12", "Ben Cele 100", ""],
  ]);
  const refused = await check("Door,Owner\n9,Dee Els\n", { makeUnits: false });
  expect(problemsOf(refused)).toEqual([
    [2, "unit", "9", "Unit is not in Stoep. Type another, or leave the row out."],
  ]);
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

test("what is read and has no place in the register is named", async () => {
  const { check, run, as } = open();
  const list = [
    "Unit,Owner,Owner email,Owner cell,Owner ID number",
    "1,Ann Botha,ann@x.za; ann@work.za,082 444 1018 / 083 444 1018 / 084 444 1018,",
    "2,Ben & Cas Dube,ben@x.za; cas@x.za,,8001015009087",
    "3,Dina Fourie,dina@x.za,,",
  ].join("\n");
  const { rows } = await check(list, yes);
  expect(rows.map(({ fate, notes }) => [fate, notes])).toEqual([
    [
      "add",
      [
        "Owner: email ann@work.za is not kept: a person has one.",
        "Owner: cell phone 084 444 1018 is not kept: a person has at most two numbers.",
      ],
    ],
    ["add", ["Owner: ID/Passport number 8001015009087 is not kept: it does not say whose it is."]],
    ["add", []],
  ]);
  await run(list, yes);
  const looked = await as("anna").admin.search.find({ q: "ann botha" });
  expect(looked).toMatchObject([{ title: "Ann Botha", detail: "1 · 082 444 1018" }]);
});

test("a list that does not say who owns and who rents is asked about", async () => {
  const { check, run, units } = open();
  const list = "Unit,Name,Surname\n1,Ann,Botha\n";
  expect((await check(list, yes)).questions).toMatchObject([
    { id: "makeUnits", answer: "yes" },
    { id: "as", answer: null },
  ]);
  await expect(run(list, yes)).rejects.toThrow("does not say who owns and who rents");
  await run(list, { ...yes, as: "owner" });
  expect(await units()).toEqual([["1", "Ann Botha 100", ""]]);
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

test("a unit that somebody else owns is not given away", async () => {
  const { check, run } = open();
  await run("Unit,Owner\n1,Ann Botha\n", yes);
  const checked = await check("Unit,Owner\n1,Ben Cele\n");
  expect(problemsOf(checked)[0]?.[3]).toContain("1 is owned by Ann Botha 100 % already");
  const shares = await check("Unit,Owner,Share\n2,Ben Cele,60\n2,Cas Dube,50\n", yes);
  expect(problemsOf(shares)).toHaveLength(2);
});

test("an email that somebody logs in with is asked about", async () => {
  const { check, run, as } = open();
  await as("anna").admin.people.signUp(newcomer("Nomsa"));
  const list = "Unit,Owner,Email\n1,Petrus Zwane,nomsa@example.co.za\n";
  expect((await check(list, yes)).questions.at(-1)).toMatchObject({ id: "shareEmails" });
  const no = await check(list, { ...yes, shareEmails: false });
  expect(problemsOf(no)[0]).toEqual([2, "owner.email", "nomsa@example.co.za", expect.any(String)]);
  await run(list, { ...yes, shareEmails: true });
  const { email: username, password } = newcomer("Nomsa");
  await expect(as().public.session.signIn({ username, password })).rejects.toThrow();
});

test("somebody who is here already is recognized, and stays as they are", async () => {
  const { check } = open();
  const list = "Unit,Tenant,Cell\nUnit 3,thandi  MOKOENA,071 000 0000\n";
  const { counts } = await check(list, yes);
  expect(counts.people).toEqual({ add: 0, same: 1, update: 0 });
});

test("headings that are nowhere are asked for", async () => {
  const { check, run } = open();
  const list = "1,Ann Botha\n2,Ben Cele\n";
  const checked = await check(list, yes);
  expect(checked).toMatchObject({ missing: true, headings: 0, rows: [] });
  expect(checked.columns[1]).toEqual({ heading: "Column B", example: "Ann Botha", field: null });
  const columns = { unit: 0, "owner.name": 1 };
  expect((await check(list, { ...yes, columns })).counts.owners.add).toBe(2);
  await expect(run(list, yes)).rejects.toThrow("No column seems to hold units or names");
});

test("a name that is typed in another way is the same person", async () => {
  const { run, units } = open();
  const head = "Unit,Owner,Owner surname\n";
  await run(`${head}1,Sean,O'Connor\n2,\u0141ukasz,Strau\u00df\n3,Jan,van der Merwe\n`, yes);
  const before = await units();
  await run(`${head}1,Sean,O\u2019Connor\n2,Lukasz,Strauss\n3,JAN,Van Der Merwe\n`, yes);
  expect(await units()).toEqual(before);
  expect(before).toHaveLength(3);
});

test("the export comes back in unchanged, and makes the same register of an empty building", async () => {
  const house = open();
  await house.run(agents, yes);
  await house.run(
    [
      "Unit,Owner,Tel,Owner since,Share,Tenant,Lease end",
      "Loft,Ann Botha,021 555 0100,1 March 2020,1/2,Ben Cele,2030-06-30",
      "Loft,Cas Dube,,2021/02/03,50,,",
    ].join("\n"),
    yes,
  );
  const rows = registerRows(house.db, house.services.now().today);
  const nothing = { add: 0, same: expect.any(Number) };
  const unchanged = {
    units: { ...nothing, update: 0 },
    people: { ...nothing, update: 0 },
    owners: nothing,
    tenants: nothing,
    others: nothing,
    staff: nothing,
    refused: 0,
  };
  // Excel leaves a number its first zero when there are dashes in it.
  expect(csvOf(rows)).toMatch(/,082-444-1018,/);
  const workbook = await workbookOf(rows, "Register");
  for (const file of [Buffer.from(csvOf(rows)), workbook]) {
    const list = await readSheets(file, 5_020);
    const checked = checkRegister(house.db, list, choices.parse({}), "2026-11-23");
    expect(problemsOf(checked)).toEqual([]);
    expect(checked.questions).toEqual([]);
    expect(checked.counts).toEqual(unchanged);
  }
  const empty = openBuilding(":memory:");
  const by = { accountId: null, origin: "test" };
  const given = { file: await readSheets(workbook, 5_020), choices: choices.parse(yes) };
  runRegister(empty, by, given, house.services.now());
  expect(registerRows(empty, house.services.now().today)).toEqual(rows);
});

test("the register of another day has the units of that day, and who had them then", async () => {
  const { as, db } = openHouse();
  const { admin } = as("anna");
  const unit = await admin.units.add({ label: "Loft 1", sectionNumber: "1" });
  await admin.units.add({ label: "Loft 2", sectionNumber: "2", since: "2026-06-01" });
  const person = async (name: string) => (await admin.people.add({ name, surname: "Botha" })).id;
  const [before, after] = [await person("Ann"), await person("Ben")];
  const owner = { unitId: unit.id, role: "owner" } as const;
  await admin.parties.add({ ...owner, personId: before, since: "2020-01-01", until: "2026-04-01" });
  await admin.parties.add({ ...owner, personId: after, since: "2026-04-01" });
  await admin.people.remove({ id: before });
  const namesOn = (day: string) => {
    const [headings = [], ...rows] = registerRowsAsAt(db, day);
    const [label, name] = [headings.indexOf("Unit"), headings.indexOf("Name")];
    return rows.map((row) => [row[label], row[name]].join(" "));
  };
  expect(namesOn("2026-03-01")).toEqual(["Loft 1 Ann"]);
  expect(namesOn("2026-04-01")).toEqual(["Loft 1 Ben"]);
  expect(namesOn("2026-07-01")).toEqual(["Loft 1 Ben", "Loft 2 "]);
});

test("floors come in as numbers or as G, a list without them leaves them, and the export has them", async () => {
  const { run, check, as, db, services } = open();
  const list = (...floors: string[]) =>
    ["Unit,Section,Floor", ...floors.map((floor, at) => `Unit ${at + 1},${at + 1},${floor}`)].join(
      "\n",
    );
  const floors = async () => {
    const { rows } = await as("anna").admin.units.all();
    return rows.filter(({ sectionNumber }) => sectionNumber).map(({ floor }) => floor);
  };
  const wrong = await check(list("G", "attic", "100"), { makeUnits: true });
  expect(wrong.rows.map(({ fate }) => fate)).toEqual(["add", "refused", "refused"]);
  expect(wrong.rows[1]?.notes.join()).toContain("must be a number, or G for the ground floor");
  expect(wrong.rows[2]?.notes.join()).toContain("at most 99");
  await run(list("G", "-1", "Floor 2"), { makeUnits: true });
  expect(await floors()).toEqual([0, -1, 2]);
  await run("Unit,Section,PQ\nUnit 1,1,50", {});
  expect(await floors()).toEqual([0, -1, 2]);
  const again = await check(csvOf(registerRows(db, services.now().today)));
  expect(again.counts).toMatchObject({ refused: 0 });
  expect(again.rows.every(({ fate }) => fate === "unchanged" || fate === "skipped")).toBe(true);
});

test("a cell with far more than a name is a problem of its row, once", async () => {
  const { check } = open();
  const many = "A & ".repeat(600);
  const checked = await check(`Unit,Owner\nUnit 1,"${many}"\nUnit 2,Anna Smit\n`, yes);
  expect(checked.rows.map(({ fate }) => fate)).toEqual(["refused", "add"]);
  expect(problemsOf(checked)).toEqual([
    [2, "owner.name", expect.any(String), "Owner: name has more than 2 000 characters."],
  ]);
});

const peopleIn = ({ rows }: Checked) =>
  rows.map(({ unit, people }) => [
    unit,
    ...people.map(({ name, surname, juristic, share, email }) =>
      [juristic ? `company ${name}` : `${name} | ${surname}`, share, email]
        .filter(Boolean)
        .join(" "),
    ),
  ]);

test("a company that a column calls one is not taken apart, and the export brings it back", async () => {
  const { run, check, db, services } = open();
  const list = [
    "Unit,Name,Surname,Person or company,Owner or tenant",
    "1,Olifant & Dogters,,Company,Owner",
    "2,Anna,Church,Person,Owner",
    "3,CC,Nkosi,,Owner",
    "4,Ravi s/o Kumar,,Person,Owner",
  ].join("\n");
  expect(peopleIn(await check(list, yes))).toEqual([
    ["1", "company Olifant & Dogters 100"],
    ["2", "Anna | Church 100"],
    ["3", "CC | Nkosi 100"],
    ["4", "Ravi s/o | Kumar 100"],
  ]);
  await run(list, yes);
  const again = await check(csvOf(registerRows(db, services.now().today)));
  expect(again.questions).toEqual([]);
  expect(again.rows.every(({ fate }) => fate === "unchanged")).toBe(true);
  const other = await check("Unit,Owner,Owner person or company\n5,Ann Els,Sometimes\n", yes);
  expect(problemsOf(other)[0]?.[3]).toBe("Owner: person or company must be Person or Company.");
});

test("two names in one cell share the unit, each with their own email", async () => {
  const { check, run, units } = open();
  const list = [
    "Unit,Owner,Email,Share",
    '1,"Anna Smit\nPiet Nel","anna@x.za\npiet@x.za",',
    "2,MR. T NKOSI MRS. Z NKOSI,t@x.za z@x.za,100",
    "3,Ben & Cas Dube,,50",
  ].join("\n");
  expect(peopleIn(await check(list, yes))).toEqual([
    ["1", "Anna | Smit 50 anna@x.za", "Piet | Nel 50 piet@x.za"],
    ["2", "T | NKOSI 50 t@x.za", "Z | NKOSI 50 z@x.za"],
    ["3", "Ben | Dube 50", "Cas | Dube 50"],
  ]);
  await run(list, yes);
  expect((await units())[0]).toEqual(["1", "Anna Smit 50, Piet Nel 50", ""]);
});

test("what Excel made of a unit is undone or refused in words", async () => {
  const { check } = open();
  const list = "Unit,Owner,Cell\n1.0,Ann Botha,824441018.0\n02-Jan,Ben Cele,\nTRUE,Cas Dube,";
  const checked = await check(list, yes);
  expect(checked.rows[0]).toMatchObject({ unit: "1", people: [{ cellPhone: "0824441018" }] });
  expect(problemsOf(checked)).toEqual([
    [3, "unit", "02-Jan", "Unit: Excel made a date of this; write it as text."],
    [4, "unit", "TRUE", "Unit: Excel made TRUE of this; write it as text."],
  ]);
  expect(checked.questions).toMatchObject([{ words: "1 is not in Stoep yet. Make it?" }]);
  expect(checked.counts).toMatchObject({ units: { add: 1 }, people: { add: 1 }, refused: 2 });
});

test("words for nobody are said once for all rows, and owner occupied means the owner lives there", async () => {
  const { check, run, units } = open();
  const list = [
    "Unit,Owner,Owner email,Tenant,Tenant email",
    "1,Ann Botha,N/A,Owner occupied,",
    "2,Ben Cele,-,N/A,N/A",
    "3,Cas Dube,,n/a,#N/A",
    "4,Sea Point Lets (Pty) Ltd,,OWNER OCCUPIED,",
    "5,TBC,,Dee Els,",
  ].join("\n");
  const checked = await check(list, yes);
  expect(problemsOf(checked)).toEqual([]);
  expect(checked.remarks).toEqual([
    "Tenant: name: “Owner occupied” in 2 rows is read as the owner, who lives there.",
    "Owner: email: “N/A” in 1 row is read as empty.",
    "Owner: email: “-” in 1 row is read as empty.",
    "Tenant: name: “N/A” in 2 rows is read as nobody.",
    "Tenant: email: “N/A” in 1 row is read as empty.",
    "Tenant: email: “#N/A” in 1 row is read as empty.",
    "Owner: name: “TBC” in 1 row is read as nobody.",
  ]);
  expect(checked.rows[3]?.notes).toEqual([
    "4 has no owner who is a person, so nobody is entered as living there.",
  ]);
  await run(list, yes);
  expect(await units()).toEqual([
    ["1", "Ann Botha 100", "Ann Botha"],
    ["2", "Ben Cele 100", ""],
    ["3", "Cas Dube 100", ""],
    ["4", "Sea Point Lets (Pty) Ltd 100", ""],
    ["5", "", "Dee Els"],
  ]);
  const again = await check(list, yes);
  expect(again.counts).toMatchObject({ people: { add: 0 }, others: { add: 0, same: 1 } });
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

test("Owner 1, Owner 2 and Co-owner are columns of their own", async () => {
  const { check } = open();
  const list = [
    "Unit,Owner 1,Owner 1 email,Owner 2,Email (owner 2),Tenant 1 name,2nd tenant",
    "1,Ann Botha,ann@x.za,Ben Cele,ben@x.za,Dee Els,Eve Fox",
  ].join("\n");
  const checked = await check(list, yes);
  expect(checked.columns.map(({ field }) => field)).toEqual([
    ...["unit", "owner.name", "owner.email", "owner2.name", "owner2.email"],
    ...["tenant.name", "tenant2.name"],
  ]);
  expect(peopleIn(checked)).toEqual([
    ["1", "Ann | Botha 50 ann@x.za", "Ben | Cele 50 ben@x.za", "Dee | Els", "Eve | Fox"],
  ]);
  const other = await check("Unit,Owner,Co-Owner,Tel\n1,Ann Botha,Ben Cele,021 555 0100\n", yes);
  expect(other.columns.map(({ field }) => field)).toEqual([
    ...["unit", "owner.name", "owner2.name", "owner2.cellPhone"],
  ]);
});

test("a unit only in the first row of its group is the unit of the rows below, if somebody agrees", async () => {
  const { check, run, units } = open();
  const list = "Unit,Section,Owner\n1,1,Ann Botha\n,,Ben Cele\n2,2,Cas Dube\n";
  const checked = await check(list, yes);
  expect(checked.questions[0]).toMatchObject({
    id: "unitAbove",
    words: "1 row has no unit. Does it belong to the unit above?",
    examples: ["row 3 to 1"],
    answer: "yes",
  });
  expect(problemsOf(await check(list, { ...yes, unitAbove: false }))).toEqual([
    [3, "unit", "", "Unit is empty."],
  ]);
  await run(list, yes);
  expect(await units()).toEqual([
    ["1", "Ann Botha 50, Ben Cele 50", ""],
    ["2", "Cas Dube 100", ""],
  ]);
  const people = "Unit,Name,Surname\n1,Dee,Els\n,Eve,Fox\n";
  expect((await check(people)).questions).toMatchObject([
    { id: "unitAbove", answer: null },
    { id: "as", answer: null },
  ]);
});

test("staff come in by a column, with an account and no password", async () => {
  const { check, run, as } = open();
  const list = [
    "Name,Surname,Owner or tenant,Unit,Email,Cell,ID number,Maintenance type",
    "Grace,Zulu,Staff,,grace@x.za,0824441018,8001015009087,cleaning",
    "Hope,Yon,Owner,1,,,,",
    "Ivy,Xaba,Staff,,,0824441018,8001015009087,Juggling",
  ].join("\n");
  const checked = await check(list, yes);
  expect(problemsOf(checked)).toEqual([
    [4, "person.email", "", "Email is empty, and staff need one."],
    [4, "person.trade", "Juggling", expect.stringContaining("Maintenance type must be one of")],
  ]);
  expect(checked.rows[0]).toMatchObject({
    fate: "add",
    people: [{ roles: "Staff" }],
    notes: ["Grace Zulu logs in as grace.zulu, once invited."],
  });
  const chosen = { ...yes, leftOut: [4] };
  expect((await run(list, chosen)).message).toBe(
    "1 unit, 1 person, 1 owner and 1 staff member added.",
  );
  const { rows } = await as("anna").admin.people.staff({ limit: "all" });
  expect(rows).toContainEqual(
    expect.objectContaining({ name: "Grace", maintenanceType: "Cleaning" }),
  );
  expect((await check(list, chosen)).counts).toMatchObject({
    people: { add: 0, same: 2 },
    others: { add: 0, same: 1 },
    staff: { add: 0, same: 1 },
  });
  const twice = await check(
    `${list.split("\n", 2).join("\n").replace(",Staff,", ",,")}\nJo,Wu,,,grace@x.za,0824441018,1,Cleaning`,
  );
  expect(problemsOf(twice)[0]?.[3]).toBe("Email is what Grace Zulu logs in with. Type another.");
});

test("a list of staff without a column that says so is staff by the answer", async () => {
  const { check } = open();
  const list = "Name,Surname,Email,Cell,ID number,Trade\nGrace,Zulu,g@x.za,0824441018,1,Security\n";
  expect((await check(list)).rows).toMatchObject([{ people: [{ roles: "Staff" }] }]);
  const without = "Name,Surname,Email,Cell,ID number\nGrace,Zulu,g@x.za,0824441018,1\n";
  const checked = await check(without, { as: "staff" });
  expect(checked.questions).toMatchObject([{ id: "as", answer: "staff" }]);
  expect(problemsOf(checked)).toEqual([
    [2, "person.trade", "", "Maintenance type is empty, and staff need one."],
  ]);
});

test("two of one name with one number and two emails are asked about", async () => {
  const { check } = open();
  const list = [
    "Unit,Owner,Email,Cell",
    "1,Ann Botha,ann@x.za,082 444 1018",
    "2,Ann Botha,ann@work.za,+27 82 444 1018",
  ].join("\n");
  expect((await check(list, yes)).questions.at(-1)).toMatchObject({
    id: "samePeople",
    examples: ["Ann Botha: ann@x.za and ann@work.za"],
    answer: null,
  });
  const one = await check(list, { ...yes, samePeople: true });
  expect(one.counts.people).toEqual({ add: 1, same: 0, update: 0 });
  expect(one.rows[1]?.notes).toEqual([
    "Owner: email ann@work.za is not kept: Ann Botha has ann@x.za.",
  ]);
  expect((await check(list, { ...yes, samePeople: false })).counts.people.add).toBe(2);
});

test("newer details of somebody who is here are shown old and new, and taken where somebody says so", async () => {
  const { check, run, as, db } = open();
  await run("Unit,PQ,Owner,Email,Cell\n1,2.5,Ann Botha,ann@x.za,082 444 1018\n", yes);
  const list = "Unit,PQ,Owner,Email,Cell,Tel\n1,3,Ann Botha,ann@new.za,083 444 1018,0215550100\n";
  const { rows, counts } = await check(list);
  const changes = (email: boolean, rest = true) =>
    [
      ["quota", "PQ", "2.5000", "3.0000", rest],
      ["owner.email", "Owner: email", "ann@x.za", "ann@new.za", email],
      ["owner.cellPhone", "Owner: cell phone", "082 444 1018", "083 444 1018", false],
      // Empty details are filled.
      ["owner.telephone", "Owner: telephone", "", "0215550100", rest],
    ].map(([field, label, before, after, isTaken]) => ({ field, label, before, after, isTaken }));
  expect(rows).toMatchObject([{ fate: "update", notes: [], changes: changes(false) }]);
  expect(counts).toMatchObject({ units: { update: 1 }, people: { add: 0, same: 0, update: 1 } });
  const chosen = { taken: { 2: { "owner.email": true, quota: false, "owner.telephone": false } } };
  expect((await check(list, chosen)).rows).toMatchObject([{ changes: changes(true, false) }]);
  expect(
    (await check(list, { takeAll: true })).rows[0]?.changes.map((each) => each.isTaken),
  ).toEqual([true, true, true, true]);
  expect((await run(list, chosen)).message).toBe("1 person changed.");
  const stored = db.$client
    .prepare("SELECT email, cell_phone, telephone FROM people WHERE surname = 'Botha'")
    .all();
  expect(stored).toEqual([{ email: "ann@new.za", cell_phone: "082 444 1018", telephone: "" }]);
  expect((await as("anna").admin.units.all()).rows[0]).toMatchObject({
    participationQuota: 25_000,
  });
  expect(trailProblem(db.$client)).toBeNull();
  await run(list, { takeAll: true });
  expect((await check(list)).rows).toMatchObject([{ fate: "unchanged", changes: [] }]);
});

test("a number that a list replaced is told to its person, and goes with them when they are erased", async () => {
  const { run, as, db, people } = open();
  const anna = as("anna").admin;
  await anna.units.add({ label: "Unit 3" });
  const list = (cell: string) =>
    run(`Unit,Occupant,Cell\nUnit 3,Thandi Mokoena,${cell}\n`, {
      makeUnits: true,
      takeAll: true,
    });
  await list("082 444 1018");
  await list("083 444 1018");
  const { history } = await as("thandi").resident.personPages.mine();
  expect(history[0]).toMatchObject({
    action: "register.change_person",
    changes: [{ before: "082 444 1018", after: "083 444 1018" }],
  });
  const { id: unitId } = await anna.units.add({ label: "Unit 7" });
  await anna.parties.add({
    unitId,
    personId: people.pieter.id,
    role: "owner",
    since: "2020-01-01",
  });
  const notice = { unitId, on: "2026-12-01", name: "T", telephone: "+27 82 444 1018" };
  await as("pieter").resident.changeNotices.announce({ kind: "occupant", ...notice });
  const { id } = people.thandi;
  await anna.people.remove({ id });
  await anna.privacy.erase({ id, confirmation: "thandi Mokoena" });
  expect(db.select().from(changeNotices).all()).toMatchObject([{ telephone: "" }]);
});

test("the email that somebody logs in with is theirs to change, and a number of eight digits is flagged", async () => {
  const { check } = open();
  const { rows } = await check(
    "Unit,Occupant,Email,Cell\nUnit 3,Thandi Mokoena,t@new.za,82444101\n",
    {
      takeAll: true,
    },
  );
  expect(rows).toMatchObject([
    {
      fate: "add",
      notes: [
        "Who lives there: cell phone 82444101 has only 8 digits, so one may be missing.",
        expect.stringMatching(
          /email of thandi Mokoena stays thandi@example.co.za. The list has t@new.za\.$/,
        ),
      ],
      changes: [{ field: "occupant.cellPhone", after: "82444101", isTaken: true }],
    },
  ]);
});

test("a row to mend is not counted as new, nor is what only it would bring", async () => {
  const { check } = open();
  const list = "Unit,Owner,Share\n1,Ann Botha,60\n1,Ben Cele,60\n2,Cas Dube,\n";
  expect((await check(list, yes)).counts).toMatchObject({
    units: { add: 1 },
    people: { add: 1 },
    owners: { add: 1 },
    refused: 2,
  });
});

const registerText = ({ db, services }: ReturnType<typeof open>) =>
  csvOf(registerRows(db, services.now().today));

test("an import is taken back within a day: what it added goes, and what it changed is as it was", async () => {
  const house = open();
  const { run, as, db } = house;
  await run("Unit,PQ,Owner,Cell\n1,2.5,Ann Botha,082 444 1018\n", yes);
  const before = registerText(house);
  const list = [
    "Unit,PQ,Owner,Tel,Tenant",
    "1,3,Ann Botha,021 555 0100,Owner occupied",
    "2,4,Ben Cele,,Dee Els",
  ].join("\n");
  const { id } = await run(list, yes);
  expect(registerText(house)).not.toBe(before);
  const { recent } = await as("anna").admin.imports.begun();
  expect(recent[0]).toMatchObject({ id, by: "anna Smit" });
  expect(await as("anna").admin.imports.takeBack({ importId: id })).toEqual({ stays: [] });
  expect(registerText(house)).toBe(before);
  expect(trailProblem(db.$client)).toBeNull();
  await expect(as("anna").admin.imports.takeBack({ importId: id })).rejects.toThrow(
    "cannot be taken back any more",
  );
  await run(list, yes);
  expect(registerText(house)).not.toBe(before);
});

test("what was used since an import stays and is named, the rest goes", async () => {
  const house = open();
  const { run, as, db } = house;
  const { id } = await run("Unit,Owner,Tenant\n1,Ann Botha,Cas Dube\n2,Ben Cele,\n", yes);
  const ids = db.$client
    .prepare("SELECT p.id, p.person_id FROM unit_parties p WHERE role = 'tenant'")
    .all() as { id: string; person_id: string }[];
  await as("anna").admin.parties.end({ partyId: ids[0]?.id ?? "", until: "2030-01-01" });
  const { stays } = await as("anna").admin.imports.takeBack({ importId: id });
  expect(stays).toEqual(["Cas Dube in 1", "Cas Dube", "1"]);
  expect(registerText(house)).toContain("Dube");
  expect(registerText(house)).not.toMatch(/Botha|Cele/);
});

/** Prints a sheet for everybody who has not signed in yet. Returns each one's code by full name. */
async function printSheets({ as }: ReturnType<typeof open>) {
  const { admin } = as("anna");
  const { units } = await admin.sheets.waiting();
  const order = units.flatMap(({ people }) => people.map(({ id }) => id));
  const made = await admin.sheets.make({ people: order });
  const sheets = made.units.flatMap(({ people }) => people);
  await admin.sheets.handOut({ codes: sheets.map(({ code }) => code) });
  return new Map(sheets.map(({ name, surname, code }) => [`${name} ${surname}`, code]));
}

test("a login that a printed sheet gave goes with its person, unless somebody has used it", async () => {
  const house = open();
  const { run, as, db } = house;
  const before = registerText(house);
  const { id } = await run("Unit,Owner,Email\n1,Ann Botha,ann@x.za\n2,Ben Cele,ben@x.za\n", yes);
  const codes = await printSheets(house);
  const chosen = { password: "her own password", confirmPassword: "her own password" };
  await as().public.links.setPassword({ token: codes.get("Ann Botha") ?? "", ...chosen });
  const { stays } = await as("anna").admin.imports.takeBack({ importId: id });
  expect(stays).toEqual(["Ann Botha"]);
  await expect(
    as().public.links.setPassword({ token: codes.get("Ben Cele") ?? "", ...chosen }),
  ).rejects.toThrow("is wrong, has expired or was already used");
  const orphans = db.$client
    .prepare("SELECT id FROM accounts WHERE id NOT IN (SELECT id FROM people)")
    .all();
  expect(orphans).toEqual([]);
  const signIn = { username: "ann@x.za", password: chosen.password };
  expect(await as().public.session.signIn(signIn)).toMatchObject({ user: "Ann Botha" });
  const lines = (text: string) => text.trim().split("\r\n");
  const added = lines(registerText(house)).filter((line) => !lines(before).includes(line));
  expect(added).toEqual([expect.stringContaining("Ann,Botha")]);
});

test("an email stays shared while somebody who was imported with it stays", async () => {
  const { run, as, db } = open();
  const { admin } = as("anna");
  await admin.people.signUp(newcomer("Nomsa"));
  const list = "Unit,Owner,Email\n1,Petrus Zwane,nomsa@example.co.za\n";
  const keyOf = () =>
    db.$client.prepare("SELECT email_key FROM accounts WHERE username_key = 'nomsa'").pluck().get();
  const first = await run(list, { ...yes, shareEmails: true });
  expect(keyOf()).toBeNull();
  expect(await admin.imports.takeBack({ importId: first.id })).toEqual({ stays: [] });
  expect(keyOf()).toBe("nomsa@example.co.za");
  const { id } = await run(list, { ...yes, shareEmails: true });
  const petrus = db.$client.prepare("SELECT id FROM people WHERE name = 'Petrus'").pluck().get();
  const { id: unitId } = await admin.units.add({ label: "9" });
  await admin.parties.add({ unitId, personId: String(petrus), role: "owner", since: "2026-01-01" });
  expect(await admin.imports.takeBack({ importId: id })).toEqual({
    stays: ["Petrus Zwane", "Nomsa Newcomer (shares an email with somebody who stays)"],
  });
  expect(keyOf()).toBeNull();
});

test("after a day an import stays, and nothing of it is kept", async () => {
  const house = open();
  const { id } = await house.run("Unit,Owner\n1,Ann Botha\n", yes);
  const { at } = house.services.now();
  sweepRecentImports(house.db, at);
  expect(recentlyImported(house.db, at)).toHaveLength(1);
  const tomorrow = plusDays(at, 1);
  expect(recentlyImported(house.db, tomorrow)).toEqual([]);
  sweepRecentImports(house.db, plusDays(tomorrow, 1));
  await expect(house.as("anna").admin.imports.takeBack({ importId: id })).rejects.toThrow(
    "cannot be taken back any more",
  );
});

const begun = {
  fileName: "list.csv",
  content: Buffer.from("Unit\n1\n"),
  choices: choices.parse({}),
};

test("a list is kept for its admin alone, until it is imported, discarded or a week old", async () => {
  const { db, as, people, services } = open();
  const { at } = services.now();
  const keptFor = async (who: "anna" | "bongani") => (await as(who).admin.imports.begun()).staged;
  stage(db, people.anna.id, begun, at);
  const other = { ...begun, fileName: "b.csv", choices: choices.parse(yes) };
  stage(db, people.anna.id, other, at);
  expect(await keptFor("anna")).toMatchObject({ fileName: "b.csv", choices: yes });
  expect(await keptFor("bongani")).toBeNull();
  await as("anna").admin.imports.discard();
  expect(await keptFor("anna")).toBeNull();
  stage(db, people.anna.id, begun, at);
  sweepStaged(db, plusDays(at, 6));
  expect(await keptFor("anna")).not.toBeNull();
  sweepStaged(db, plusDays(at, 8));
  expect(await keptFor("anna")).toBeNull();
});

const zoe = (letter: string) => Buffer.from(`Unit,Owner\n1,Zo${letter} Botha\n`, "latin1");

test("a CSV of an old Mac comes with a remark about its letters, and no other list", async () => {
  const { check } = open();
  const mac = await check(zoe("\u0091"), yes);
  expect(peopleIn(mac)).toEqual([["1", "Zoë | Botha 100"]]);
  expect(mac.remarks).toEqual([
    "This list was saved on a Mac. Look whether its letters with accents are right: Zoë.",
  ]);
  const windows = zoe("\u00eb");
  for (const list of [windows, "Unit,Owner\n1,Zoë Botha\n", "Unit,Owner\n1,Zoe Botha\n", agents])
    expect((await check(list, yes)).remarks).toEqual([]);
});

test("erasing anybody deletes the lists that were begun, which may name them", async () => {
  const { db, as, people, services } = open();
  stage(db, people.anna.id, begun, services.now().at);
  const { admin } = as("bongani");
  await admin.people.remove({ id: people.pieter.id });
  expect((await as("anna").admin.imports.begun()).staged).not.toBeNull();
  await admin.privacy.erase({ id: people.pieter.id, confirmation: "pieter van Wyk" });
  expect((await as("anna").admin.imports.begun()).staged).toBeNull();
});

test("an admin who lost the role since choosing a list neither imports it nor has it kept", async () => {
  const { db, as, people, services } = open();
  const { id: accountId } = people.bongani;
  const admin = as("anna").admin.people;
  const content = Buffer.from("Unit,Owner\n1,Ann Botha\n");
  const given = { file: await readSheets(content, 5_020), choices: choices.parse(yes) };
  for (const [lose, says] of [
    [() => admin.changeRole({ id: accountId, newRole: "Resident" }), /is not allowed to do this/],
    [() => admin.remove({ id: accountId }), /sign in first/],
  ] as const) {
    await lose();
    const before = contents(db);
    const now = services.now();
    expect(() => runRegister(db, { accountId, origin: "test" }, given, now)).toThrow(says);
    expect(() => stage(db, accountId, { ...begun, content }, now.at)).toThrow(says);
    expect(contents(db)).toBe(before);
  }
});

test("what somebody typed of one of several people in a cell is theirs alone", async () => {
  const { check, run, db } = open();
  const list = [
    "Unit,Owner,Email,Postal address,Share,Tenant",
    "1,Ann & Ben Botha,botha@x.za,PO Box 5,100,Cas Dube",
    "2,Baobab Trust,,,,",
  ].join("\n");
  const mended = {
    2: {
      "owner.1.name": "Ben",
      "owner.1.surname": "Nel",
      "owner.1.kind": "Person",
      "owner.1.email": "ben@x.za",
      "owner.1.share": "25",
      "owner.0.share": "",
      "tenant.0.role": "Lives there",
    },
    3: { "owner.0.kind": "Person" },
  };
  const chosen = { ...yes, mended };
  const checked = await check(list, chosen);
  expect(peopleIn(checked)).toEqual([
    ["1", "Ann | Botha 75 botha@x.za", "Ben | Nel 25 ben@x.za", "Cas | Dube"],
    ["2", "Baobab | Trust 100"],
  ]);
  expect(checked.rows[0]?.people.map(({ whose, place, roles }) => [whose, place, roles])).toEqual([
    ["owner", 0, "Owner"],
    ["owner", 1, "Owner"],
    ["tenant", 0, "Lives there"],
  ]);
  await run(list, chosen);
  const stored = db.$client
    .prepare("SELECT name || ' ' || surname FROM people WHERE service_address = 'PO Box 5'")
    .pluck()
    .all();
  expect(stored).toEqual(["Ann Botha", "Ben Nel"]);
});

test("somebody without a name is left out, and what is typed wrong is mended where it was typed", async () => {
  const { check } = open();
  const list =
    "Unit,Owner,Email,Owner ID number\n1,Ann & Ben Botha,ann@x.za; ben@x.za,8001015009087\n";
  const gone = { "owner.0.name": "", "owner.0.surname": "", "owner.0.kind": "Person" };
  const alone = await check(list, { ...yes, mended: { 2: gone } });
  expect(peopleIn(alone)).toEqual([["1", "Ben | Botha 100 ben@x.za"]]);
  const nobody = { ...gone, "owner.1.name": "", "owner.1.surname": "", "owner.1.kind": "Person" };
  const none = await check(list, { ...yes, mended: { 2: nobody } });
  expect(none.rows).toMatchObject([{ fate: "add", people: [], notes: [] }]);
  const wrong = { "owner.1.email": "ben", "owner.1.role": "Boss" };
  expect(problemsOf(await check(list, { ...yes, mended: { 2: wrong } }))).toEqual([
    [2, "owner.1.email", "ben", expect.stringContaining("must be an email address")],
    [2, "owner.1.role", "Boss", expect.stringContaining("must be Owner, Tenant")],
  ]);
});

test("newer details of two people in one cell are taken apart", async () => {
  const { check, run } = open();
  await run("Unit,Owner\n1,Ann & Ben Botha\n", yes);
  const list = "Unit,Owner,Email\n1,Ann & Ben Botha,ann@x.za; ben@x.za\n";
  const chosen = { taken: { 2: { "owner.1.email": false } } };
  expect((await check(list, chosen)).rows[0]?.changes).toMatchObject([
    { field: "owner.email", label: "Owner: email", after: "ann@x.za", isTaken: true },
    { field: "owner.1.email", label: "Owner: email", after: "ben@x.za", isTaken: false },
  ]);
});

test("a unit that begins on a later day is refused in words, and so is its section", async () => {
  const { check, as } = open();
  await as("anna").admin.units.add({ label: "Unit 9", sectionNumber: "9", since: "2030-01-01" });
  const checked = await check("Unit,Section,Owner\n9,,Ann Botha\n5,9,Ben Cele\n", yes);
  expect(problemsOf(checked)).toEqual([
    [2, "unit", "9", "Unit begins on a later day. Leave the row out until then."],
    [3, "section", "9", "Section 9 is Unit 9's already."],
  ]);
  expect(checked.questions).toMatchObject([{ id: "sameUnits" }, { id: "makeUnits" }]);
});

test("somebody whose typed address is a new unit of the list comes to live there once", async () => {
  const { run, units } = open();
  await run("Unit,Occupant,Owner\nUnit 3,Thandi Mokoena,\nUnit 4,,Pieter van Wyk\n", yes);
  expect(await units()).toEqual([
    ["Unit 3", "", "thandi Mokoena"],
    ["Unit 4", "pieter van Wyk 100", "pieter van Wyk"],
  ]);
});

test("both a tenant and an occupant may be said to be the owner", async () => {
  const { check, run, units } = open();
  const list = "Unit,Owner,Tenant,Occupant\n1,Ann Botha,Owner occupied,Owner occupied\n";
  expect(problemsOf(await check(list, yes))).toEqual([]);
  await run(list, yes);
  expect(await units()).toEqual([["1", "Ann Botha 100", "Ann Botha"]]);
});

test("a date that Excel made of a unit is refused in the rows below it too", async () => {
  const { check } = open();
  const list = "Unit,Owner\n02-Jan,Ann Botha\n,Ben Cele\n";
  const made = "Unit: Excel made a date of this; write it as text.";
  expect(problemsOf(await check(list, yes))).toEqual([
    [2, "unit", "02-Jan", made],
    [3, "unit", "", made],
  ]);
  const mended = await check(list, { ...yes, mended: { 2: { unit: "2-1" } } });
  expect(problemsOf(mended)).toEqual([]);
});

test("a cell phone column wins over a second telephone column", async () => {
  const { check } = open();
  const fields = async (headings: string) =>
    (await check(`${headings}\n1,Ann Botha,1,2,3\n`, yes)).columns.map(({ field }) => field);
  expect(await fields("Unit,Owner,Tel (H),Tel (W),Cell")).toEqual([
    ...["unit", "owner.name", "owner.telephone", null, "owner.cellPhone"],
  ]);
  expect(await fields("Unit,Owner,Tel (H),Tel (W),Area")).toEqual([
    ...["unit", "owner.name", "owner.telephone", "owner.cellPhone", "area"],
  ]);
});

test("numbers lose the .0 that Excel adds, and no digits are joined by it", async () => {
  const { check, run, as, db } = open();
  const list = [
    "Unit,Section,Owner,Company registration number",
    "1,1.0,Baobab Trust,199912345607.0",
    "2,2,Ann Botha,",
  ].join("\n");
  expect(problemsOf(await check(list, yes))).toEqual([]);
  await run(list, yes);
  const { rows } = await as("anna").admin.units.all();
  expect(rows[0]).toMatchObject({ sectionNumber: "1" });
  const id = String(db.$client.prepare("SELECT id FROM people WHERE juristic").pluck().get());
  const sealed = String(
    db.$client.prepare("SELECT id_number FROM people WHERE juristic").pluck().get(),
  );
  expect(openIdNumber(db, id, sealed)).toBe("199912345607");
});

test("an owner who was removed from the register blocks the unit no more", async () => {
  const { check, run, units, as, db } = open();
  await run("Unit,Owner\n1,Ann Botha\n", yes);
  const ann = db.$client.prepare("SELECT id FROM people WHERE surname = 'Botha'").pluck().get();
  await as("anna").admin.people.remove({ id: String(ann) });
  const list = "Unit,Owner\n1,Ben Cele\n";
  expect(problemsOf(await check(list))).toEqual([]);
  await run(list);
  expect(await units()).toEqual([["1", "Ben Cele 100", ""]]);
});

test("the quotas of bays alone are not taken for parts of 1 without a question", async () => {
  const { check } = open();
  const list = "Unit,PQ\nP1,0.05\nP2,0.06\n";
  const checked = await check(list, yes);
  expect(checked.questions.at(-1)).toMatchObject({
    id: "quotaParts",
    words: "All PQs are below 1. Are they parts of the whole, so that 0.05 is 5.0000 %?",
    answer: null,
  });
  expect(checked.quotaSum).toBe(1_100);
  expect((await check(list, { ...yes, quotaParts: true })).quotaSum).toBe(110_000);
  const whole = await check("Unit,PQ\n1,0.4\n2,0.6\n", yes);
  expect(whole.questions.at(-1)).toMatchObject({ id: "quotaParts", answer: "yes" });
  expect(whole.quotaSum).toBe(1_000_000);
});

test("a namesake of another unit is asked about if nothing else says who it is", async () => {
  const { check, run, units } = open();
  await run("Unit,Owner,Email\n1,Ann Botha,ann@x.za\n", yes);
  const list = "Unit,Owner\n2,Ann Botha\n";
  expect((await check(list, yes)).questions.at(-1)).toMatchObject({
    id: "namesakes",
    examples: ["Ann Botha of 1"],
    answer: null,
  });
  await expect(run(list, yes)).rejects.toThrow("only the name in common with somebody here");
  const other = await check(list, { ...yes, namesakes: false });
  expect(other.counts.people).toMatchObject({ add: 1, same: 0 });
  const known = await check("Unit,Owner,Email\n2,Ann Botha,ann@x.za\n", yes);
  expect(known.questions.map(({ id }) => id)).toEqual(["makeUnits"]);
  await run(list, { ...yes, namesakes: true });
  expect(await units()).toEqual([
    ["1", "Ann Botha 100", ""],
    ["2", "Ann Botha 100", ""],
  ]);
});

test("a column without a heading is offered by its letter and keeps no row out", async () => {
  const { check } = open();
  const sheet: Cell[][] = [
    ["Unit", "Owner", "Cell"],
    ["1", "Ann Botha", "082 444 1018", "moved in May"],
    ["2", "Ben Cele", none],
  ];
  const csv = "Unit,Owner,Cell,\n1,Ann Botha,082 444 1018,moved in May\n2,Ben Cele,,\n";
  for (const list of [sheet, csv]) {
    const checked = await check(list, yes);
    expect(problemsOf(checked)).toEqual([]);
    expect(checked.rows.map(({ fate }) => fate)).toEqual(["add", "add"]);
    const last = { heading: "Column D", example: "moved in May", field: null };
    expect(checked.columns[3]).toEqual(last);
  }
  for (const end of ["", ","]) {
    const comma = `Unit,Owner,Cell${end}\n1,Botha, Ann,082 444 1018${end}\n`;
    expect((await check(comma, yes)).rows[0]).toMatchObject({ fate: "refused" });
  }
});

test("a sheet that cannot be read is named, and another can be chosen", async () => {
  const { check, run } = open();
  const sheets = [
    { sheet: "Owners", data: [["Unit", "Owner", "Cell"]] },
    {
      sheet: "List",
      data: [
        ["Unit", "Owner"],
        ["1", "Ann Botha"],
      ],
    },
  ];
  const workbook = await writeWorkbook(sheets).toBuffer();
  expect(await check(workbook, yes)).toMatchObject({
    sheets: ["Owners", "List"],
    sheet: "Owners",
    problem: expect.stringContaining("no rows under them"),
    missing: true,
    rows: [],
  });
  await expect(run(workbook, yes)).rejects.toThrow("no rows under them");
  expect(await check(workbook, { ...yes, sheet: "List" })).toMatchObject({
    problem: "",
    counts: { owners: { add: 1 } },
  });
});

test("a newer end of a lease and a missing ID number are shown old and new, and taken with a tick", async () => {
  const { check, run, as, db } = open();
  const head = "Unit,Tenant,Lease start,Lease end,Tenant ID number\n";
  await run(`${head}1,Ann Botha,2026-01-01,2026-12-31,\n`, yes);
  const list = `${head}1,Ann Botha,2026-01-01,2027-12-31,8001015009087\n`;
  const checked = await check(list);
  const until = { field: "tenant.until", before: "2026-12-31", after: "2027-12-31" };
  const number = { field: "tenant.idNumber", before: "", after: "8001015009087", isTaken: true };
  expect(checked.rows).toMatchObject([
    { fate: "update", changes: [{ ...until, isTaken: false }, number] },
  ]);
  const { id } = await run(list, { takeAll: true });
  const [unit] = (await as("anna").admin.units.all()).rows;
  const ofUnit = { unitId: unit?.id ?? "" };
  expect((await as("anna").admin.parties.ofUnit(ofUnit)).parties).toMatchObject([
    { until: "2027-12-31" },
  ]);
  const idNumberOf = () => {
    const sql = "SELECT id, id_number FROM people WHERE surname = 'Botha'";
    const [personId, sealed] = db.$client.prepare(sql).raw().get() as [string, string];
    return openIdNumber(db, personId, sealed);
  };
  expect(idNumberOf()).toBe("8001015009087");
  expect((await check(list)).rows).toMatchObject([{ fate: "unchanged", changes: [] }]);
  await as("anna").admin.imports.takeBack({ importId: id });
  expect((await as("anna").admin.parties.ofUnit(ofUnit)).parties).toMatchObject([
    { until: "2026-12-31" },
  ]);
  expect(idNumberOf()).toBe("");
  const other = list.replace("8001015009087", "9001015009086");
  await run(list, { takeAll: true });
  expect((await check(other)).rows[0]?.notes).toEqual([
    "Tenant: ID/Passport number is another than that of Ann Botha here, which stays.",
  ]);
});
