import { expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { openIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { agents, type Cell, none, open, peopleIn, problemsOf, yes } from "./testing.ts";

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

test("a cell with far more than a name is a problem of its row, once", async () => {
  const { check } = open();
  const many = "A & ".repeat(600);
  const checked = await check(`Unit,Owner\nUnit 1,"${many}"\nUnit 2,Anna Smit\n`, yes);
  expect(checked.rows.map(({ fate }) => fate)).toEqual(["refused", "add"]);
  expect(problemsOf(checked)).toEqual([
    [2, "owner.name", expect.any(String), "Owner: name has more than 2 000 characters."],
  ]);
});

test("two names in one cell share the unit, each with their own email", async () => {
  const { check, run, units } = open();
  const list = [
    "Unit,Owner,Email,Share",
    '1,"Anna Smit\nPiet Nel","anna@x.za\npiet@x.za",',
    "2,MR. T NKOSI MRS. Z NKOSI,t@x.za z@x.za,100",
    "3,Ben & Cas Dube,,50",
    '4,"Thabo Nkosi, Zanele Nkosi",t@x.za z@x.za,',
    "5,Dee Els 30% / Eve Fox 70%,,",
    // Whether this is one person of two surnames is for somebody to see.
    '6,"Pillay Naidoo, Devi Anne",d@x.za d@work.za,',
    "7,Cas Dube 1/4 & Gus Hay 3/4,,",
  ].join("\n");
  const checked = await check(list, yes);
  expect(peopleIn(checked)).toEqual([
    ["1", "Anna | Smit 50 anna@x.za", "Piet | Nel 50 piet@x.za"],
    ["2", "T | NKOSI 50 t@x.za", "Z | NKOSI 50 z@x.za"],
    ["3", "Ben | Dube 50", "Cas | Dube 50"],
    ["4", "Thabo | Nkosi 50 t@x.za", "Zanele | Nkosi 50 z@x.za"],
    ["5", "Dee | Els 50", "Eve | Fox 50"],
    ["6", "Pillay | Naidoo 50 d@x.za", "Devi | Anne 50 d@work.za"],
    ["7", "Cas | Dube 50", "Gus | Hay 50"],
  ]);
  expect(checked.rows.map(({ notes }) => notes)).toEqual([
    ...[[], [], [], []],
    ["Owner: share in “Dee Els 30% / Eve Fox 70%” is not read, so look at what each has."],
    ["Owner: name “Pillay Naidoo, Devi Anne” is read as 2 people."],
    ["Owner: share in “Cas Dube 1/4 & Gus Hay 3/4” is not read, so look at what each has."],
  ]);
  await run(list, yes);
  expect((await units())[0]).toEqual(["1", "Anna Smit 50, Piet Nel 50", ""]);
});

test("a column that says Person takes two names on two lines for two people", async () => {
  const { check } = open();
  const list = [
    "Unit,Owner or tenant,Name,Surname,Person or company,Email",
    '1,Owner,"Anna\nPiet",Smit,Person,"a@x.za\np@x.za"',
  ].join("\n");
  expect(peopleIn(await check(list, yes))).toEqual([
    ["1", "Anna | Smit 50 a@x.za", "Piet | Smit 50 p@x.za"],
  ]);
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

test("what Excel made of a section is refused, and a whole day is no unit", async () => {
  const { check } = open();
  const list = "Unit,Section,Owner\n1,02-Jan,Ann Botha\n2,TRUE,Ben Cele\n02/01/2021,3,Cas Dube\n";
  expect(problemsOf(await check(list, yes))).toEqual([
    [2, "section", "02-Jan", "Section: Excel made a date of this; write it as text."],
    [3, "section", "TRUE", "Section: Excel made TRUE of this; write it as text."],
    [4, "unit", "02/01/2021", "Unit: Excel made a date of this; write it as text."],
  ]);
});

test("words for nobody and for the owner are no people in any column, in one cell or two", async () => {
  const { check, run, units } = open();
  const list = [
    "Unit,Owner,Tenant",
    "1,Owner occupied,",
    "2,Ann Botha,N/A - owner occupied",
    "3,Ben Cele,Owner lives in unit",
    "4,Cas Dube,T.B.C.",
  ].join("\n");
  const checked = await check(list, yes);
  expect(problemsOf(checked)).toEqual([]);
  expect(peopleIn(checked)).toEqual([
    ["1"],
    ["2", "Ann | Botha 100"],
    ["3", "Ben | Cele 100"],
    ["4", "Cas | Dube 100"],
  ]);
  expect(checked.remarks).toEqual([
    "Owner: name: “Owner occupied” in 1 row is read as nobody.",
    "Tenant: name: “N/A - owner occupied” in 1 row is read as the owner, who lives there.",
    "Tenant: name: “Owner lives in unit” in 1 row is read as the owner, who lives there.",
    "Tenant: name: “T.B.C.” in 1 row is read as nobody.",
  ]);
  const inParts = [
    "Unit,Owner or tenant,Name,Surname,Person or company",
    "5,Owner,Dee,Els,",
    "5,Tenant,Owner,occupied,",
    "6,Tenant,No,tenant,",
    "7,Tenant,Owner occupied,-,",
    "8,Owner,Owner occupied,,Company",
    "9,Owner,Vacant Land,,Company",
    "9,Tenant,Vacant and,for sale,",
  ].join("\n");
  const parted = await check(inParts, yes);
  expect(peopleIn(parted)).toEqual([
    ["5", "Dee | Els 100"],
    ...[["5"], ["6"], ["7"]],
    ["8", "company Owner occupied 100"],
    ["9", "company Vacant Land 100"],
    ["9"],
  ]);
  expect(parted.remarks).toContain(
    "Name: “Owner occupied” in 2 rows is read as the owner, who lives there.",
  );
  expect(parted.remarks).toContain("Name: “No tenant” in 1 row is read as nobody.");
  await run(inParts, yes);
  expect((await units())[0]).toEqual(["5", "Dee Els 100", "Dee Els"]);
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

test("every owner of a row has a place, however often a heading says co-owner", async () => {
  const { check } = open();
  const read = async (headings: string, cells: string) => {
    const checked = await check(`Unit,${headings}\n1,${cells}\n`, yes);
    const [, ...fields] = checked.columns.map(({ field }) => field);
    return [fields.join(" "), ...(peopleIn(checked)[0]?.slice(1) ?? [])];
  };
  const three = ["Ann | Botha 33.3334", "Ben | Cele 33.3333", "Cas | Dube 33.3333"];
  const names = "Ann Botha,Ben Cele,Cas Dube";
  const places = "owner.name owner2.name owner3.name";
  for (const headings of ["Owner 1,Owner 2,Co-Owner", "Owner,Co-Owner,Co-Owner"])
    expect(await read(headings, names)).toEqual([places, ...three]);
  expect(await read("Owner,Joint owner,Second owner", names)).toEqual([places, ...three]);
  expect(await read("Owner,Email,Owner,Email", "Ann Botha,a@x.za,Ben Cele,b@x.za")).toEqual([
    "owner.name owner.email owner2.name owner2.email",
    ...["Ann | Botha 50 a@x.za", "Ben | Cele 50 b@x.za"],
  ]);
  // Which of them a detail is of stays as it is written.
  const details = "Owner 2 email,Co-owner 1 email,Co-owner 2 email";
  expect(
    await read(`Co-owner 1,Owner,Owner 2,Co-owner 2,${details}`, `${names},Dee Els,b@x.za,,`),
  ).toEqual([
    "owner3.name owner.name owner2.name owner4.name owner2.email owner3.email owner4.email",
    ...["Ben | Cele 25", "Cas | Dube 25 b@x.za", "Ann | Botha 25", "Dee | Els 25"],
  ]);
  // A number at the end is the owner's, if that owner has a name.
  expect(
    await read(
      "Owner Name 1,Owner Name 2,Owner Email 2,Owner Email 1,Owner no. 3",
      "Ann Botha,Ben Cele,b@x.za,a@x.za,Cas Dube",
    ),
  ).toEqual([
    "owner.name owner2.name owner2.email owner.email owner3.name",
    ...["Ann | Botha 33.3334 a@x.za", "Ben | Cele 33.3333 b@x.za", "Cas | Dube 33.3333"],
  ]);
  expect((await read("Owner,Co-owner,Owner cell 1,Owner cell 2", "Ann Botha,Ben Cele,,"))[0]).toBe(
    "owner.name owner2.name owner.cellPhone ",
  );
  expect((await read("Eienaar/Huurder,Naam,Huur begin", "Huurder,Ann Botha,"))[0]).toBe(
    "role person.name person.since",
  );
  // Another word for the owner is not a second one.
  expect((await read("Owner,Owner initials,Owner email", "Botha,A,a@x.za"))[0]).toBe(
    "owner.name  owner.email",
  );
  // Only owners have shares, so a share is no tenant's.
  expect(await read("Owner,Tenant,Email,Share", "Ann Botha,Dee Els,d@x.za,30")).toEqual([
    "owner.name tenant.name tenant.email owner.share",
    ...["Ann | Botha 30", "Dee | Els d@x.za"],
  ]);
});

test("a column that is known and has no place left is named", async () => {
  const { check } = open();
  const list = [
    "Unit,Owner 1,Owner 2,Owner 3,Owner 4,Co-owner,Email,Tenant,Since,Since,Tenant 3,Occupant 2",
    "1,Ann Botha,Ben Cele,Cas Dube,Dee Els,Eve Fox,e@x.za,Fay Gum,2021-03-01,2022-03-01,Gus Hay,",
  ].join("\n");
  const checked = await check(list, yes);
  expect(checked.columns.slice(5).map(({ field }) => field)).toEqual([
    ...[null, null, "tenant.name", "tenant.since", null, null, null],
  ]);
  expect(checked.remarks).toEqual([
    "Column F, “Co-owner”, is ignored: Stoep has no place left for it.",
    "Column G, “Email”, is ignored: Stoep has no place left for it.",
    "Column J, “Since”, is ignored: Stoep has no place left for it.",
    "Column K, “Tenant 3”, is ignored: Stoep has no place left for it.",
  ]);
});

test("a day beside the columns of all owners is that of each, and one between them is not", async () => {
  const { check, run, db } = open();
  const names = "Ann Botha,Ben Cele,Cas Dube";
  const begun = async (unit: string, headings: string, cells: string) => {
    await run(`Unit,${headings}\n${unit},${cells}\n`, { ...yes, namesakes: false });
    return db.$client
      .prepare(
        "SELECT p.name, t.since FROM unit_parties t JOIN people p ON p.id = t.person_id JOIN units u ON u.id = t.unit_id WHERE u.label = ? ORDER BY p.name",
      )
      .raw()
      .all(unit)
      .map((row) => (row as string[]).join(" "));
  };
  const all = ["Ann 2021-03-01", "Ben 2021-03-01", "Cas 2021-03-01"];
  expect(await begun("1", "Owner 1,Owner 2,Co-Owner,Since", `${names},1 Mrt 2021`)).toEqual(all);
  expect(await begun("2", "Since,Owner,Owner,Owner", `1 Mrt 2021,${names}`)).toEqual(all);
  expect(
    await begun("3", "Owner,Since,Co-Owner,Tenant,Since", "A B,2021-03-01,C D,E F,2024-01-01"),
  ).toEqual(["A 2021-03-01", "C ", "E 2024-01-01"]);
  expect(await begun("4", "Owner,Since,Owner 2,Since", "G H,2021-03-01,I J,2022-03-01")).toEqual([
    "G 2021-03-01",
    "I 2022-03-01",
  ]);
  // A wrong day is mended once for all of them.
  const wrong = "Unit,Owner 1,Owner 2,Since\n5,Ann Botha,Ben Cele,soon\n";
  expect(problemsOf(await check(wrong, yes))).toEqual([
    [2, "owner.since", "soon", expect.stringContaining("Owner: since must be a day")],
  ]);
  for (const end of ["Month to month", "Month to Month.", "month to month basis", "Periodic"]) {
    const lease = await check(`Unit,Tenant,Lease end\n5,Dee Els,${end}\n`, yes);
    expect(problemsOf(lease)).toEqual([]);
    expect(lease.remarks).toEqual([`Tenant: until: “${end}” in 1 row is read as no last day.`]);
  }
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

test("a list is stored without the marks that nobody sees, as what is typed into a form", async () => {
  const { check, run, db } = open();
  const headings = "Unit,Section,Owner,Owner\u00a0cell,Owner e\u00admail";
  const list = [
    headings,
    "\u200b99\u200b,1\u20132,Zoe\u0308 Qo\u00adza,\u202a082\u2013444\u20131018\u202c,\u200bzoe@\u00cb.za\u200b",
    "98,,Nomsa Zwane,,",
    headings,
  ].join("\n");
  const mended = { 3: { unit: "9\u200b7", "owner.0.surname": "Zwa\u00adne" } };
  const checked = await check(list, { ...yes, mended });
  expect(problemsOf(checked)).toEqual([]);
  // The headings are there again on each printed page.
  expect(checked.rows.map(({ fate }) => fate)).toEqual(["add", "add", "skipped"]);
  await run(list, { ...yes, mended });
  const stored = (sql: string) => db.$client.prepare(sql).raw().all();
  expect(stored("SELECT label, section_number FROM units ORDER BY label DESC")).toEqual([
    ["99", "1-2"],
    ["97", null],
  ]);
  expect(
    stored(
      "SELECT name, surname, cell_phone, email FROM people WHERE surname IN ('Qoza', 'Zwane') ORDER BY surname",
    ),
  ).toEqual([
    ["Zoë", "Qoza", "082-444-1018", "zoe@ë.za"],
    ["Nomsa", "Zwane", "", ""],
  ]);
});
