import { count, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { messyFile } from "../../../contract/messyFile.ts";
import { contents } from "../../../contract/samples.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { trailProblem } from "../../../platform/audit/verify.ts";
import { accounts } from "../../../platform/auth/table.ts";
import { listOf } from "../../../platform/csv/file.ts";
import { readSheets } from "../../../platform/csv/sheets.ts";
import { handClock, newcomer, openHouse } from "../../../testing.ts";
import { selectPeopleEver } from "../../people/service.ts";
import { unitQuotas } from "../../units/quotas/table.ts";
import { units } from "../../units/table.ts";
import { type ColumnsByField, importFields, type Kind, kinds } from "./schema.ts";
import { checkImport, runImport } from "./service.ts";

const heading = "Name,Surname,Email,Cell,ID number";
const line = (name: string, more = "") =>
  `${name},Zwane,${name.toLowerCase()}@example.co.za,082 123 4567,8001015009087${more}`;

/** A building, with functions that check and import a text as a file. */
function open() {
  const house = openHouse();
  const by = { accountId: house.people.anna.id, origin: "test" };
  const file = async (text: string, columns?: ColumnsByField) => ({
    ...(await listOf(await readSheets(Buffer.from(text), 5_002), 5_000)),
    columns,
  });
  return {
    ...house,
    check: async (text: string, kind: Kind = "residents", columns?: ColumnsByField) =>
      checkImport(house.db, kind, await file(text, columns), house.services.now().today),
    run: async (text: string, kind: Kind = "residents", requestKey?: string) =>
      runImport(house.db, { ...by, requestKey }, kind, await file(text), house.services.now),
  };
}
type Rows = Awaited<ReturnType<ReturnType<typeof open>["check"]>>["rows"];
const notesOf = (rows: Rows) => rows.flatMap(({ notes }) => notes).join("\n");
const outcomesOf = (rows: Rows) => rows.map(({ fate }) => fate);

test("residents come in without a password, with usernames made from their names", async () => {
  const { run, as, db } = open();
  const text = `${heading},Unit\n${line("Nomsa", ",Unit 9")}\n${line("Renee").replace("Renee", "Renée")}\n`;
  const again = `${heading}\n${line("Nomsa").replace("nomsa@", "other@")}\n`;
  expect(await run(text)).toMatchObject({ message: "2 residents added.", counts: { add: 2 } });
  await run(again);
  const { rows } = await as("anna").admin.people.residents({ limit: "all" });
  expect(rows.slice(2)).toMatchObject([
    { username: "nomsa.zwane", address: "Unit 9", cellPhone: "082 123 4567", role: "Resident" },
    { username: "renee.zwane", name: "Renée", address: "" },
    { username: "nomsa.zwane2" },
  ]);
  await expect(
    as().public.session.signIn({ username: "nomsa.zwane", password: "8001015009087" }),
  ).rejects.toThrow("Invalid email or password");
  const trail = JSON.stringify(db.select().from(auditEvents).all().slice(6));
  expect(trail.match(/people\.add/g)).toHaveLength(3);
  expect(trail).not.toContain("8001015009087");
  expect(JSON.parse(trail).at(-1)).toMatchObject({
    action: "imports.run",
    after: { kind: "residents", add: 1, update: 0, unchanged: 0, refused: 0 },
  });
});

test("staff come in with their trade, whatever its case", async () => {
  const { run, check, as } = open();
  const text = `${heading},Trade\n${line("Grace", ",cleaning")}\n`;
  await run(text, "staff");
  const { rows } = await as("anna").admin.people.staff({ limit: "all" });
  expect(rows.at(-1)).toMatchObject({ name: "Grace", maintenanceType: "Cleaning" });
  const wrong = await check(
    `${heading},Trade\n${line("Riaan", ",Plumbing")}\n${line("Ann", ",")}`,
    "staff",
  );
  expect(notesOf(wrong.rows)).toContain(
    "Maintenance type must be one of: Cleaning, Electricity, Security, Groundskeeping.",
  );
  expect(notesOf(wrong.rows)).toContain("Maintenance type is empty.");
});

test("units are imported; the same file again changes nothing; other figures are reported and stored", async () => {
  const { run, check, as } = open();
  const first = "Eenheid;Deel;PQ (%)\nUnit 1;1;40,5\nUnit 2;2;59.5 %\n";
  expect((await check(first, "units")).quotaSum).toBe(1_000_000);
  expect(await run(first, "units")).toMatchObject({ message: "2 units added." });
  expect(await run(first, "units")).toMatchObject({ counts: { add: 0, unchanged: 2 } });
  const second = "Unit,Section,PQ\nUNIT1,7,41\nUnit 2,,\nUnit 3,,1\n";
  const { rows, quotaSum } = await check(second, "units");
  expect(outcomesOf(rows)).toEqual(["update", "unchanged", "add"]);
  expect(notesOf(rows)).toBe("Section 1 becomes 7.\nPQ 40.5000 becomes 41.0000.");
  expect(quotaSum).toBe(1_015_000);
  await run(second, "units");
  expect((await as("anna").admin.units.all()).rows).toMatchObject([
    { label: "Unit 2", sectionNumber: "2", participationQuota: 595_000 },
    { label: "Unit 1", sectionNumber: "7", participationQuota: 410_000 },
    { label: "Unit 3", sectionNumber: null, participationQuota: 10_000 },
  ]);
});

test.each([
  ["the same unit twice", "Unit\nUnit 1\nunit1\n", "Lines 2 and 3 have the same unit"],
  ["a PQ that is none", "Unit,PQ\nUnit 1,much\n", "PQ must be a percentage such as 2.5"],
  ["five decimals", "Unit,PQ\nUnit 1,2.12345\n", "PQ must have at most four decimals."],
  ["no label", "Unit,PQ\n,2\n", "Unit is empty."],
  ["a long label", `Unit\n${"x".repeat(81)}\n`, "Unit must be at most 80 characters."],
  ["a long section", `Unit,Section\n1,${"x".repeat(21)}\n`, "Section must be at most 20"],
])("units: %s is refused by its line", async (_, text, says) => {
  const { check } = open();
  const { rows, counts } = await check(text, "units");
  expect(counts.refused).toBe(1);
  expect(notesOf(rows)).toContain(says);
});

test("existing people are skipped, and differences are reported and not imported", async () => {
  const { check, run, db } = open();
  const text = [
    `${heading},Unit`,
    "THANDI,mokoena ,Thandi@Example.co.za,+27 82 123 4567,8001015009087,UNIT3",
    "Pieter,van  Wyk,pieter@example.co.za,083 000 1111,8001015009087,Unit 5",
    "Bongani,Zulu,bongani@example.co.za,082 123 4567,8001015009087,",
  ].join("\n");
  const { rows } = await check(text);
  expect(rows.map(({ fate, notes }) => [fate, notes])).toEqual([
    ["unchanged", []],
    [
      "unchanged",
      [
        "Already here with Unit 4. The import does not change it to Unit 5.",
        "Already here with another cell phone number. The import does not change it.",
      ],
    ],
    ["unchanged", ["Already here as Admin, and stays that."]],
  ]);
  const people = db.select().from(accounts).all();
  expect(await run(text)).toMatchObject({ message: "0 residents added, 3 were already there." });
  expect(db.select().from(accounts).all()).toEqual(people);
});

test.each([
  [
    "another's email",
    "Nomsa,Zwane,THANDI@example.co.za,082 123 4567,1",
    "already belongs to thandi Mokoena",
  ],
  ["what is no email", "A,B,lerato,082 123 4567,1", "Email must be an email address"],
  ["no name", ",Zwane,a@example.co.za,082 123 4567,1", "Name is empty."],
  ["no cell phone", "A,B,a@example.co.za,,1", "Cell phone is empty."],
  ["no ID number", "A,B,a@example.co.za,082 123 4567,", "ID/Passport number is empty."],
  ["a long ID number", `A,B,a@x.co.za,082 123 4567,${"x".repeat(31)}`, "must be at most 30"],
  [
    "a letter an old CSV could not hold",
    "Ng\ufffdg,B,a@x.co.za,082 123 4567,1",
    "Name has lost a letter",
  ],
  ["a control character", "Ng\u0000g,B,a@x.co.za,082 123 4567,1", "Name contains characters"],
])("%s is refused by its line", async (_, row, says) => {
  const { check } = open();
  const { rows, counts } = await check(`${heading}\n${row}\n`);
  expect(counts).toMatchObject({ add: 0, refused: 1 });
  expect(rows[0]?.line).toBe(2);
  expect(notesOf(rows)).toContain(says);
});

test("usernames of the file are checked, and made ones keep clear of them", async () => {
  const { check } = open();
  const text = [
    `Username,${heading}`,
    `,${line("Nomsa")}`,
    `nomsa.zwane,${line("Busi")}`,
    `Nomsa.Zwane,${line("Ayanda")}`,
    `thandi,${line("Chris")}`,
    `pieter@example.co.za,${line("Dineo")}`,
  ].join("\n");
  const { rows } = await check(text);
  expect(outcomesOf(rows)).toEqual(["add", "add", "refused", "refused", "refused"]);
  expect(rows[0]?.what).toBe("Nomsa Zwane (nomsa.zwane2)");
  expect(notesOf(rows).split("\n")).toEqual([
    "Lines 3 and 4 have the same username. Keep one of them, or change one.",
    "Username thandi already belongs to somebody else. Use another one.",
    "Username pieter@example.co.za already belongs to somebody else. Use another one.",
  ]);
});

test("namesakes are numbered, and a number that a refused row would have had goes to the next", async () => {
  const { check } = open();
  const person = (n: string, cell = "082 123 4567") => `Jo,Zwane,${n}@example.co.za,${cell},1`;
  const rows = [
    person("a"),
    person("b", "none"),
    person("c"),
    "Jo Z,Wane,d@example.co.za,082 123 4567,1",
    person("e"),
  ];
  const found = await check(
    `Username,${heading}\njo.zwane3,${line("Busi")}\n${rows.map((row) => `,${row}\n`).join("")}`,
  );
  expect(found.rows.map(({ what }) => what)).toEqual([
    ...["Busi Zwane (jo.zwane3)", "Jo Zwane (jo.zwane)", "Jo Zwane", "Jo Zwane (jo.zwane2)"],
    ...["Jo Z Wane (joz.wane)", "Jo Zwane (jo.zwane4)"],
  ]);
});

test("a unit outside the register is a warning, once there is a register", async () => {
  const { check, run, as } = open();
  const text = `${heading},Unit\n${line("Nomsa", ",unit9")}\n${line("Busi", ",Unit 99")}\n`;
  expect(notesOf((await check(text)).rows)).not.toContain("register");
  await as("anna").admin.units.add({ label: "Unit 9" });
  const { rows, counts } = await check(text);
  expect(counts).toMatchObject({ add: 2, refused: 0 });
  expect(rows[0]).toMatchObject({ what: "Nomsa Zwane (nomsa.zwane), Unit 9", notes: [] });
  expect(rows[1]?.notes).toContain("Unit 99 is not on the list of units.");
  await run(text);
  const register = await as("anna").admin.units.all();
  expect(register.rows).toMatchObject([{ residents: [{ name: "Nomsa Zwane" }] }]);
});

test.each([
  ["as people write them", "First name;Van;E-mail;Cellphone number;ID/Passport;Door;Balance"],
  ["in Afrikaans", "Voornaam;Van;E-pos;Selfoon;ID-nommer;Woonstel;Balans"],
  [
    "as the form has them",
    "NAME;Surname;Email *;Cell phone;ID number;Apartment/Room Number (optional);X",
  ],
  ["as the lists have them", "Name;Surname;Email;Cellno;ID no.;Address;Fines"],
])("headings %s are known", async (_, headings) => {
  const { check } = open();
  const { columns, missing, counts } = await check(
    `${headings}\nNomsa;Zwane;n@example.co.za;0821234567;8001015009087;9;12,50\n`,
  );
  expect(missing).toEqual([]);
  expect(columns.map(({ field }) => field)).toEqual([
    ...["name", "surname", "email", "cellPhone", "idNumber", "address", null],
  ]);
  expect(columns.at(-1)?.example).toBe("12,50");
  expect(counts.add).toBe(1);
});

test("the template's headings are known, and its row could be imported", async () => {
  const { check } = open();
  for (const kind of kinds) {
    const cells = (of: "label" | "example") =>
      importFields[kind].map((field) => field[of]).join(";");
    const { columns, counts } = await check(`${cells("label")}\n${cells("example")}\n`, kind);
    expect(columns.map(({ field }) => field)).toEqual(importFields[kind].map(({ name }) => name));
    expect(counts.add).toBe(1);
  }
});

test("columns can be chosen; a needed one that is missing is named", async () => {
  const { check, run } = open();
  const text = `Nickname,Surname,Contact,Cell,ID\n${line("Nomsa")}\n`;
  const { missing, rows, columns } = await check(text);
  expect([missing, rows]).toEqual([["name", "email"], []]);
  expect(columns[0]).toEqual({ heading: "Nickname", example: "Nomsa", field: null });
  await expect(run(text)).rejects.toThrow("No column seems to hold Name, Email.");
  const chosen = { name: 0, surname: 1, email: 2, cellPhone: 3, idNumber: 4 };
  expect((await check(text, "residents", chosen)).counts.add).toBe(1);
  for (const [wrong, says] of [
    [{ ...chosen, trade: 2 }, "trade is not a field here. The fields are name, surname"],
    [{ ...chosen, name: 1 }, "Column 1 cannot be both name and surname."],
    [{ ...chosen, name: 5 }, "The file has no column 5 for name. The first column is number 0."],
  ] as const)
    await expect(check(text, "residents", wrong)).rejects.toThrow(says);
});

test.each([
  [
    "no line of headings",
    "Nomsa,Zwane,n@example.co.za,0821234567,1\nA,B,C,D,E\n",
    "The first line must",
  ],
  [
    "one heading twice",
    "Name,Surname,Email,name\nA,B,C,D\n",
    "Columns A and D both have the heading name",
  ],
  ["headings only", `${heading}\n`, "headings but no rows"],
])("%s: refused in words", async (_, text, says) => {
  const { check } = open();
  await expect(check(text)).rejects.toThrow(says);
});

test("what an import adds counts as added that day; with too much nothing is imported", async () => {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const by = { accountId: house.people.anna.id, origin: "test", creationsPerDay: 3 };
  const run = async (...names: string[]) => {
    const text = `${heading}\n${names.map((name) => line(name)).join("\n")}\n`;
    const file = await listOf(await readSheets(Buffer.from(text), 5_002), 5_000);
    return runImport(house.db, by, "residents", file, house.services.now);
  };
  const people = () => house.db.select({ count: count() }).from(accounts).get()?.count ?? 0;
  const before = people();
  await expect(run("Nomsa", "Renee", "Ann", "Grace")).rejects.toThrow(
    "These are 4, and you may add 3 within 24 hours; add some of them today and the rest tomorrow.",
  );
  await run("Nomsa", "Renee");
  pass({ minutes: 60 });
  await expect(run("Ann", "Grace")).rejects.toThrow(
    "With these 2 you would have added more than 3 within 24 hours. You can carry on in 23 hours.",
  );
  expect(people() - before).toBe(2);
  // The people who are there already are not added again.
  await run("Nomsa", "Renee", "Ann");
  pass({ minutes: 23 * 60 });
  await run("Grace", "Thabo");
  expect(people() - before).toBe(5);
});

test("one wrong row keeps all of them out", async () => {
  const { run, db } = open();
  const before = contents(db);
  const text = `${heading}\n${line("Nomsa")}\n${line("Busi").replace("busi@", "thandi@")}\n`;
  await expect(run(text)).rejects.toThrow("1 row is refused, so nothing was imported");
  expect(contents(db)).toBe(before);
});

test("somebody signed up between the dry run and the import is seen", async () => {
  const { run, check, as, db } = open();
  const text = `${heading}\n${line("Nomsa")}\n`;
  expect((await check(text)).counts).toMatchObject({ add: 1, refused: 0 });
  await as("bongani").admin.people.signUp({
    role: "Resident",
    name: "Other",
    surname: "Person",
    username: "other",
    email: "nomsa@example.co.za",
    cellPhone: "082 123 4567",
    idNumber: "1",
    password: "a long first password",
  });
  const before = contents(db);
  await expect(run(text)).rejects.toThrow("nothing was imported");
  expect(contents(db)).toBe(before);
});

test("the same import under one key is one import, answered alike", async () => {
  const { run, db } = open();
  const text = `${heading}\n${line("Nomsa")}\n${line("Busi")}\n`;
  const first = await run(text, "residents", "double click");
  const before = contents(db);
  expect(await run(text, "residents", "double click")).toEqual(first);
  expect(contents(db)).toBe(before);
  await expect(run(`${text}${line("Chris")}\n`, "residents", "double click")).rejects.toThrow(
    "already used for something else",
  );
});

test.each(["residents", "staff"] as const)(
  "an email that is somebody's username is refused among %s, because both sign in",
  async (kind) => {
    const { run, check, as, db } = open();
    const other = { ...newcomer("Busi"), username: "NOMSA@example.co.za" };
    await as("anna").admin.people.signUp(other);
    const trade = kind === "staff" ? [",Trade", ",Cleaning"] : ["", ""];
    const text = `${heading}${trade[0]}\n${line("Nomsa", trade[1])}\n`;
    const { rows, counts } = await check(text, kind);
    expect(counts).toMatchObject({ add: 0, refused: 1 });
    expect(rows[0]).toMatchObject({
      fate: "refused",
      notes: ["Email is already somebody's username. Use another one."],
    });
    const before = contents(db);
    await expect(run(text, kind)).rejects.toThrow("nothing was imported");
    expect(contents(db)).toBe(before);
  },
);

test.each([
  ["email", "cannot be used here", ["b@example.co.za,A,Zwane,a@", ",B,Zwane,b@"]],
  ["username", "uses this username", [",B,Zwane,b@", "b@example.co.za,A,Zwane,a@"]],
])(
  "one's username that is another's email keeps all of them out: the %s",
  async (field, says, rows) => {
    const { run, check, db } = open();
    const text = `Username,${heading}\n${rows.map((row) => `${row}example.co.za,082 123 4567,1\n`).join("")}`;
    expect((await check(text)).counts).toMatchObject({ add: 2, refused: 0 });
    const before = contents(db);
    await expect(run(text)).rejects.toMatchObject({
      field,
      message: expect.stringContaining(says),
    });
    expect(contents(db)).toBe(before);
  },
);

test.each([1, 49, 50, 53, 150])(
  "%i rows: each is noted once, and the trail is whole",
  async (rows) => {
    const { run, db } = open();
    const noted = () =>
      db
        .select()
        .from(auditEvents)
        .orderBy(auditEvents.seq)
        .all()
        .slice(6)
        .map((each) => each.action);
    await run(messyFile({ rows }).text);
    expect(noted()).toEqual([...Array(rows).fill("people.add"), "imports.run"]);
    const labels = Array.from({ length: rows }, (_, index) => `Unit ${index}`);
    await run(["Unit", ...labels].join("\n"), "units");
    await run(
      ["Unit,PQ", ...labels.map((label) => `${label},0.5`), "Unit x,1"].join("\n"),
      "units",
    );
    expect(noted().slice(rows + 1)).toEqual([
      ...[...Array(rows).fill("units.add"), "imports.run"],
      ...[...Array(rows).fill("units.update"), "units.add", "imports.run"],
    ]);
    const [first, quota, last] = [
      db.select().from(units).get(),
      db.select().from(unitQuotas).orderBy(unitQuotas.id).get(),
      db.select().from(auditEvents).orderBy(auditEvents.seq).all().at(-3),
    ];
    expect(first).toMatchObject({ label: "Unit 0", labelKey: "unit0" });
    // Unit x came with its quota; the others got theirs after it.
    expect(quota).toMatchObject({ quota: 10_000, since: "", paper: "" });
    const { unitId } = unitQuotas;
    expect(
      db
        .select()
        .from(unitQuotas)
        .where(eq(unitId, first?.id ?? ""))
        .all(),
    ).toMatchObject([{ quota: 5_000, since: "", paper: "A spreadsheet" }]);
    expect(last).toMatchObject({
      before: { label: `Unit ${rows - 1}`, sectionNumber: null, participationQuota: null },
      after: { label: `Unit ${rows - 1}`, sectionNumber: null, participationQuota: 5_000 },
    });
    expect(trailProblem(db.$client)).toBeNull();
  },
);

test("500 untidy rows: every fault is named by its line, and once mended all come in", async () => {
  const { check, run, db } = open();
  const wrong = messyFile({ rows: 500, wrong: 33 });
  const { rows, counts } = await check(wrong.text);
  expect(counts).toEqual({ add: 467, update: 0, unchanged: 0, refused: 33 });
  for (const { line, fate, notes } of rows) {
    const message = wrong.faults.get(line);
    expect(fate, `line ${line}`).toBe(message ? "refused" : "add");
    if (message) expect(notes.join(" ")).toMatch(message);
  }
  const { text, people } = messyFile({ rows: 500 });
  expect(await run(text)).toMatchObject({ counts: { add: 500 } });
  const residents = selectPeopleEver(db).all().slice(6);
  expect(
    residents.map(({ name, surname, email, address }) => [name, surname, email, address]),
  ).toEqual(people.map(({ name, surname, email, unit }) => [name, surname, email, unit]));
  expect(new Set(residents.map(({ username }) => username?.toLowerCase())).size).toBe(500);
  expect(residents.every(({ cellPhone }) => /^(0|\+27|\(0)/.test(cellPhone))).toBe(true);
  expect(await run(text)).toMatchObject({ counts: { add: 0, unchanged: 500 } });
  expect(db.select({ n: count() }).from(accounts).get()?.n).toBe(506);
});
