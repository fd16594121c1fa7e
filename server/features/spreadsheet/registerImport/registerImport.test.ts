import { expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { contents } from "../../../contract/samples.ts";
import { trailProblem } from "../../../platform/audit/verify.ts";
import { readSheets } from "../../../platform/csv/sheets.ts";
import { openBuilding } from "../../../platform/installation/database.ts";
import { newcomer, openHouse } from "../../../testing.ts";
import { csvOf, registerRows, registerRowsAsAt, workbookOf } from "../registerList/service.ts";
import { type Choices, choices } from "./schema.ts";
import { checkRegister, runRegister } from "./service.ts";

type Cell = string | number | Date | null;

/** A building, with functions that check and import a list: lines of CSV or rows of a workbook. */
function open() {
  const house = openHouse();
  const by = { accountId: house.people.anna.id, origin: "test" };
  const file = async (list: string | Cell[][]) =>
    readSheets(
      typeof list === "string"
        ? Buffer.from(list)
        : await writeWorkbook(list, { dateFormat: "yyyy/mm/dd" }).toBuffer(),
      5_020,
    );
  const chosen = (given: Partial<Choices>) => choices.parse(given);
  const { now } = house.services;
  return {
    ...house,
    check: async (list: string | Cell[][], given: Partial<Choices> = {}) =>
      checkRegister(house.db, await file(list), chosen(given), now().today),
    run: async (list: string | Cell[][], given: Partial<Choices> = {}, requestKey?: string) =>
      runRegister(
        house.db,
        { ...by, requestKey },
        { file: await file(list), choices: chosen(given) },
        now,
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

const agents: Cell[][] = [
  ["Baobab Court BC"],
  ["Owners and tenants as at 1 November 2026"],
  [],
  [
    "Unit no",
    "Sec",
    "PQ %",
    "m2",
    "Owner",
    "Owner surname",
    "Cell",
    "E-mail",
    "Tenant",
    "Tenant cell",
    "Lease start",
  ],
  [1, 1, 60.5, 80, "Anna & Piet", "Smit", 824441018, "smits@example.co.za", null, null, null],
  [
    2,
    2,
    20,
    64.6,
    "Sea Point Lets (Pty) Ltd",
    null,
    null,
    "info@lets.co.za",
    "Zwane, Nomsa",
    "073 555 0199",
    new Date("2025-03-01T00:00:00Z"),
  ],
  [],
  [
    3,
    3,
    19.5,
    64,
    "Johan",
    "van der Merwe",
    "+27 83 555 1234",
    "johan@example.co.za",
    "Mr Thabo Nkosi",
    715550123,
    new Date("2024-07-01T00:00:00Z"),
  ],
  ["Total", null, 100, 208.6],
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
  expect(checked.counts).toEqual({
    units: { add: 0, same: 3, update: 0 },
    people: { add: 0, same: 6 },
    owners: { add: 0, same: 4 },
    tenants: { add: 0, same: 2 },
    others: { add: 0, same: 0 },
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
  expect(checked.counts).toMatchObject({
    people: { add: 4 },
    owners: { add: 3 },
    tenants: { add: 1 },
    others: { add: 1 },
    refused: 0,
  });
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

test.each<[string, string, [number, string, string, string]]>([
  [
    "no surname",
    "1,Smit,,",
    [2, "owner.name", "Smit", "Owner: name needs a first name and a surname"],
  ],
  [
    "no email",
    "1,Ann Smit,ann,",
    [2, "owner.email", "ann", "Owner: email must be an email address"],
  ],
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
    const good = {
      unit: "5",
      "owner.name": "Zoe Fourie",
      "owner.email": "",
      "owner.cellPhone": "",
    };
    const mended = { [line]: { [field]: good[field as keyof typeof good] } };
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
  const { username } = newcomer("Nomsa");
  await as("anna").admin.people.signUp(newcomer("Nomsa"));
  const list = "Unit,Owner,Email\n1,Petrus Zwane,nomsa@example.co.za\n";
  expect((await check(list, yes)).questions.at(-1)).toMatchObject({ id: "shareEmails" });
  const no = await check(list, { ...yes, shareEmails: false });
  expect(problemsOf(no)[0]).toEqual([2, "owner.email", "nomsa@example.co.za", expect.any(String)]);
  await run(list, { ...yes, shareEmails: true });
  await expect(
    as().public.session.signIn({
      username: "nomsa@example.co.za",
      password: "a long first password",
    }),
  ).rejects.toThrow();
  expect(username).toBe("nomsa");
});

test("somebody who is here already is recognized, and stays as they are", async () => {
  const { check, people } = open();
  const list = "Unit,Tenant,Cell\nUnit 3,thandi  MOKOENA,071 000 0000\n";
  const { counts } = await check(list, yes);
  expect(counts.people).toEqual({ add: 0, same: 1 });
  expect(people.thandi).toBeDefined();
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

test("one key is one import", async () => {
  const { run, db } = open();
  const list = "Unit,Owner\n1,Ann Botha\n";
  const first = await run(list, yes, "twice");
  const before = contents(db);
  expect(await run(list, yes, "twice")).toEqual(first);
  expect(contents(db)).toBe(before);
});

test("the export comes back in unchanged, and makes the same register of an empty building", async () => {
  const house = open();
  await house.run(agents, yes);
  await house.run(
    "Unit,Owner,Tel,Owner since,Share,Tenant,Lease end\nLoft,Ann Botha,021 555 0100,1 March 2020,1/2,Ben Cele,2030-06-30\nLoft,Cas Dube,,2021/02/03,50,,\n,Zoe Fourie,,,,,\n".replace(
      ",Zoe Fourie,,,,,\n",
      "",
    ),
    yes,
  );
  const rows = registerRows(house.db, house.services.now().today);
  const nothing = { add: 0, same: expect.any(Number) };
  const unchanged = {
    units: { ...nothing, update: 0 },
    people: nothing,
    owners: nothing,
    tenants: nothing,
    others: nothing,
    refused: 0,
  };
  const workbook = await workbookOf(rows, "Register");
  for (const file of [Buffer.from(csvOf(rows)), workbook]) {
    const list = await readSheets(file, 5_020);
    const checked = await checkRegister(house.db, list, choices.parse({}), "2026-11-23");
    expect(problemsOf(checked)).toEqual([]);
    expect(checked.questions).toEqual([]);
    expect(checked.counts).toEqual(unchanged);
  }
  const empty = openBuilding(":memory:");
  const by = { accountId: null, origin: "test" };
  const given = { file: await readSheets(workbook, 5_020), choices: choices.parse(yes) };
  await runRegister(empty, by, given, house.services.now);
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
