import { expect, test } from "vitest";
import { trailProblem } from "../../platform/audit/verify.ts";
import { openIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { newcomer } from "../../testing.ts";
import { changeNotices } from "../changes/notices/table.ts";
import { personField } from "../people/schema.ts";
import { labelOf, sheetFields } from "./schema.ts";
import { open, problemsOf, yes } from "./testing.ts";

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

test("a unit whose letters only look like those of another is refused", async () => {
  const { check, run } = open();
  await run("Unit,Owner\nUnit A,Ann Botha\n", yes);
  expect(problemsOf(await check("Unit,Owner\nUnit \u0410,Ben Cele\n", yes))).toEqual([
    [
      ...[2, "unit", "Unit \u0410"],
      "Unit has letters of another alphabet. Type it again for Unit A.",
    ],
  ]);
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

test("a unit that somebody else owns is not given away", async () => {
  const { check, run } = open();
  await run("Unit,Owner\n1,Ann Botha\n", yes);
  const checked = await check("Unit,Owner\n1,Ben Cele\n");
  expect(problemsOf(checked)[0]?.[3]).toContain("1 is owned by Ann Botha 100 % already");
  const shares = await check("Unit,Owner,Share\n2,Ben Cele,60\n2,Cas Dube,50\n", yes);
  expect(problemsOf(shares)).toHaveLength(2);
});

test("another tenant than the register's is said to come beside that one", async () => {
  const { check, run } = open();
  await run("Unit,Tenant\n3,Priya Naidoo\n4,Ann Botha\n", yes);
  const checked = await check("Unit,Tenant\n3,Zanele & Sipho Qubeka\n4,Ben Botha\n4,Ann Botha\n");
  expect(checked.rows.map(({ fate, notes }) => [fate, notes])).toEqual([
    [
      "add",
      [
        "Priya Naidoo rents 3 too, and is kept. If that is over, enter the last day on the unit's page.",
      ],
    ],
    ["add", []],
    ["unchanged", []],
  ]);
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

test("a namesake of another unit is asked about if nothing else says who it is", async () => {
  const { check, run, units } = open();
  await run("Unit,Owner,Email\n1,Ann Botha,ann@x.za\n", yes);
  const list = "Unit,Owner\n2,Ann Botha\n";
  expect((await check(list, yes)).questions.at(-1)).toMatchObject({
    id: "namesakes",
    examples: ["Ann Botha of 1"],
    answer: null,
  });
  await expect(run(list, yes)).rejects.toThrow("the same name as somebody in Stoep");
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
    "Tenant: ID/Passport number differs from the one that Stoep has for Ann Botha, which is kept.",
  ]);
});

test.each(["owner", "owner2"])(
  "every field of a person that spreadsheets hold is offered: %s",
  async (whose) => {
    const { check, run } = open();
    const names = sheetFields.filter((name) => name !== "name" && name !== "surname");
    const headings = [
      "Unit",
      "Owner",
      "Owner 2",
      ...names.map((name) => labelOf(`${whose}.${name}`)),
    ];
    const list = (values: readonly string[]) =>
      `${headings}\n${["1", "Ann Botha", "Ben Cele", ...values]}\n`;
    await run(list(names.map(() => "")), yes);
    const values = { text: "A 5", email: "ann@x.za", tel: "082 444 1018", lines: "PO Box 1" };
    const checked = await check(
      list(names.map((name) => values[personField(name).type ?? "text"])),
    );
    expect(checked.rows[0]?.changes).toMatchObject(
      names.map((name) => ({ field: `${whose}.${name}`, before: "", isTaken: true })),
    );
  },
);

test("another spelling is offered old and new, and capitals alone are not", async () => {
  const { check, run, units } = open();
  const list = (...names: string[]) =>
    `Unit,Owner\n${names.map((name, at) => `${at + 1},${name}\n`).join("")}`;
  await run(list("Zoe Botha", "Sean O'Brien", "Ben Cele", "Nedbank Ltd"), yes);
  const newer = list("Zoë Botha", "SEAN OBRIEN", "BEN CELE", "Ned-bank Ltd");
  const change = (before: string, after: string) => [
    { field: "owner.name", label: "Owner: name", before, after, isTaken: false },
  ];
  expect((await check(newer)).rows.map(({ changes }) => changes)).toEqual([
    change("Zoe Botha", "Zoë Botha"),
    change("Sean O'Brien", "SEAN OBRIEN"),
    [],
    change("Nedbank Ltd", "Ned-bank Ltd"),
  ]);
  await run(newer, { taken: { 2: { "owner.name": true }, 5: { "owner.name": true } } });
  expect(await units()).toEqual([
    ["1", "Zoë Botha 100", ""],
    ["2", "Sean O'Brien 100", ""],
    ["3", "Ben Cele 100", ""],
    ["4", "Ned-bank Ltd 100", ""],
  ]);
});

test("a person who is a company in the list, or the reverse, is offered where a column says so", async () => {
  const { check, run, as, db } = open();
  const list = (...[ann, trust, thandi]: string[]) =>
    `Unit,Owner,Owner person or company\n1,Ann Botha,${ann}\n2,Baobab Trust,${trust}\n3,Thandi Mokoena,${thandi}\n`;
  const first = list("Person", "Company", "Person");
  await run(first, { ...yes, namesakes: true });
  const changesIn = async (text: string) => (await check(text)).rows.map(({ changes }) => changes);
  // What a name looks like changes nobody.
  expect(await changesIn(first.replace(/,[^,\n]*\n/g, "\n"))).toEqual([[], [], []]);
  const newer = list("Company", "Person", "Company");
  const field = { field: "owner.kind", label: "Owner: person or company", isTaken: false };
  expect((await check(newer)).rows).toMatchObject([
    { changes: [{ ...field, before: "Ann Botha (Person)", after: "Ann Botha (Company)" }] },
    { changes: [{ ...field, before: "Baobab Trust (Company)", after: "Baobab Trust (Person)" }] },
    { changes: [], notes: ["thandi Mokoena logs in, and stays a person."] },
  ]);
  const { id } = await run(newer, { takeAll: true });
  const sql =
    "SELECT name, surname, juristic FROM people WHERE name IN ('Ann Botha', 'Baobab') ORDER BY name";
  expect(db.$client.prepare(sql).raw().all()).toEqual([
    ["Ann Botha", "", 1],
    ["Baobab", "Trust", 0],
  ]);
  const { rows } = await as("anna").admin.audit.entries({});
  const changed = rows.filter(({ action }) => action === "register.change_person");
  expect(changed.map(({ changes }) => changes)).toMatchObject([
    [
      { field: "name" },
      { field: "surname" },
      { field: "kind", before: "Company", after: "Person" },
    ],
    [
      { field: "name" },
      { field: "surname" },
      { field: "kind", before: "Person", after: "Company" },
    ],
  ]);
  expect(await changesIn(newer)).toEqual([[], [], []]);
  await as("anna").admin.imports.takeBack({ importId: id });
  expect(await changesIn(first)).toEqual([[], [], []]);
});

test("a share and a first day that the list has otherwise are said, and stay", async () => {
  const { check, run } = open();
  await run("Unit,Owner,Share\n1,Ann Botha,50\n", yes);
  const { rows } = await check("Unit,Owner,Share,Since\n1,Ann Botha,60,2021-03-01\n");
  expect(rows[0]?.notes).toEqual([
    "Ann Botha is entered from the beginning, which is kept. The list has 1 Mar 2021.",
    "Ann Botha has 50 %, and keeps it. The list has 60 %.",
  ]);
});

test.each([
  ["one ID number", "ID number", ["8001015009087", "8001015009087"]],
  ["one telephone number beside empty cells", "Cell,Telephone", [",0215550100", ",021 555 0100"]],
  [
    "one telephone number beside two cells",
    "Cell,Telephone",
    ["0824441018,0215550100", "0834441018,0215550100"],
  ],
  [
    "the cell of one as the telephone of the other",
    "Cell,Telephone",
    ["0824441018,", ",+27 82 444 1018"],
  ],
])("two of one name with two emails and %s are asked about", async (_, headings, [one, other]) => {
  const { check } = open();
  const list = `Unit,Owner,Email,${headings}\n1,Ann Botha,a@x.za,${one}\n2,Ann Botha,b@x.za,${other}\n`;
  expect((await check(list, yes)).questions.at(-1)).toMatchObject({
    id: "samePeople",
    words: expect.stringContaining("with the same number but different emails"),
    examples: ["Ann Botha: a@x.za and b@x.za"],
    answer: null,
  });
  const same = await check(list, { ...yes, samePeople: true });
  expect(same.counts.people.add).toBe(1);
  expect(same.rows[1]?.notes[0]).toBe("Owner: email b@x.za is not kept: Ann Botha has a@x.za.");
  const cell = "Owner: cell phone 0834441018 is not kept: Ann Botha has 0824441018.";
  expect(same.rows[1]?.notes.includes(cell)).toBe(one === "0824441018,0215550100");
});
