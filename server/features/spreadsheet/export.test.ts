import { expect, test } from "vitest";
import { readSheets } from "../../platform/csv/sheets.ts";
import { openBuilding } from "../../platform/installation/database.ts";
import { openHouse } from "../../testing.ts";
import { units } from "../units/table.ts";
import { csvOf, registerRows, registerRowsAsAt, workbookOf } from "./export.ts";
import { choices } from "./schema.ts";
import { checkRegister, runRegister } from "./service.ts";
import { agents, open, peopleIn, problemsOf, yes } from "./testing.ts";

type House = ReturnType<typeof open>;
const rowsOf = ({ db, services }: House) => registerRows(db, services.now().today);

/** Checks that importing what a building exports changes nothing there. */
async function comesBackUnchanged(house: House) {
  const rows = rowsOf(house);
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
  for (const file of [Buffer.from(csvOf(rows)), await workbookOf(rows, "Register")]) {
    const list = await readSheets(file, 5_020);
    const checked = checkRegister(house.db, list, choices.parse({}), "2026-11-23");
    expect(problemsOf(checked)).toEqual([]);
    expect(checked.questions).toEqual([]);
    expect(checked.counts).toEqual(unchanged);
    expect(checked.rows.filter(({ fate }) => fate !== "unchanged")).toEqual([]);
  }
}

/** The register that its export makes of an empty building. */
async function inEmptyBuilding(house: House) {
  const empty = openBuilding(":memory:");
  const by = { accountId: null, origin: "test" };
  const given = {
    file: await readSheets(await workbookOf(rowsOf(house), "Register"), 5_020),
    choices: choices.parse({ ...yes, samePeople: false }),
  };
  runRegister(empty, by, given, house.services.now());
  return registerRows(empty, house.services.now().today);
}

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
  // Two of one name and number, whom their emails tell apart.
  for (const email of ["j1@example.co.za", "j2@example.co.za"])
    await house
      .as("anna")
      .admin.people.add({ name: "Jan", surname: "Meyer", email, cellPhone: "082 777 1234" });
  // Excel leaves a number its first zero when there are dashes in it.
  expect(csvOf(rowsOf(house))).toMatch(/"082-444-1018"/);
  await comesBackUnchanged(house);
  expect(await inEmptyBuilding(house)).toEqual(rowsOf(house));
});

test("a sale of a day to come and a company called Total come back, too", async () => {
  const house = open();
  const { admin } = house.as("anna");
  const { id: unitId } = await admin.units.add({ label: "P9", sectionNumber: "9" });
  const add = async (name: string, more = {}) =>
    (await admin.people.add({ name, surname: "Owner", email: "", ...more })).id;
  const company = { juristic: true, surname: "" };
  await add("Total Property Solutions (Pty) Ltd", company);
  const own = { unitId, role: "owner" } as const;
  const since = "2027-01-01";
  const [now, stays, next] = [await add("Now"), await add("Stays"), await add("Future")];
  const share = 500_000;
  await admin.parties.add({ ...own, share, personId: now, since: "2020-01-01", until: since });
  await admin.parties.add({ ...own, share, personId: stays, since: "2020-01-01" });
  await admin.parties.add({ ...own, share, personId: next, since });
  // What was entered by mistake and ended on its first day is no part of the list.
  const wrong = { unitId, role: "tenant", personId: now, since: "2026-11-23" } as const;
  const { id: partyId } = await admin.parties.add(wrong);
  await admin.parties.end({ partyId, until: wrong.since });
  await comesBackUnchanged(house);
  expect(await inEmptyBuilding(house)).toEqual(rowsOf(house));
});

test("namesakes of the register come back as the people that they are there", async () => {
  const house = open();
  const { admin } = house.as("anna");
  const enter = async (unit: string, role: "owner" | "tenant", name: string, more = {}) => {
    const { rows } = await admin.units.all();
    const unitId =
      rows.find(({ label }) => label === unit)?.id ?? (await admin.units.add({ label: unit })).id;
    const [first = "", surname = ""] = name.split(" ");
    const { share, ...person } = { share: undefined, ...more } as { share?: number };
    const { id: personId } = await admin.people.add({ name: first, surname, email: "", ...person });
    await admin.parties.add({
      unitId,
      role,
      personId,
      since: "2020-01-01",
      ...(share && { share }),
    });
  };
  await enter("P4", "owner", "Piet Botha");
  await enter("P4", "tenant", "Piet Botha");
  await enter("P7", "owner", "Anna Smit", { juristic: true, name: "Anna Smit", surname: "" });
  await enter("P7", "tenant", "Anna Smit");
  await enter("P1", "owner", "Thabo Molefe");
  await enter("P2", "owner", "Thabo Molefe");
  for (const unit of ["P5", "P6"])
    await enter(unit, "owner", "Jan Els", { cellPhone: "0827771234" });
  for (const _ of [1, 2]) await enter("P8", "owner", "Same Name", { share: 500_000 });
  await enter("P9", "owner", "Zoë Sono", { share: 300_000, email: "zoe@example.co.za" });
  await enter("P9", "owner", "Zoë Sono", { share: 700_000 });
  // Only one of these two has a unit, and only the other can be reached.
  await enter("P3", "owner", "Lindi Mabaso");
  await admin.people.add({ name: "Lindi", surname: "Mabaso", email: "", cellPhone: "0827771299" });
  await comesBackUnchanged(house);
  // Where nobody is known yet, only what they are tells two of one name apart.
  const made = (await inEmptyBuilding(house)).map((row) => row.join(" "));
  expect(made.filter((row) => row.includes("P7"))).toEqual([
    expect.stringContaining("Company"),
    expect.stringContaining("Person"),
  ]);
});

test("the export of units that nobody has yet comes back in without a question", async () => {
  const { check, as, db, services } = open();
  await as("anna").admin.units.add({ label: "Unit 9" });
  const list = csvOf(registerRows(db, services.now().today));
  const { questions, columns } = await check(list);
  expect(questions).toEqual([]);
  expect(columns.map(({ field }) => field)).toContain("role");
  const other = await check("Unit,Email,Owner,Status\n3,a@x.za,Ann Botha,\n", yes);
  expect(other.columns.map(({ field }) => field)).toEqual([
    ...["unit", "owner.email", "owner.name", null],
  ]);
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

test("the owner of a unit that was removed or begins later stays in the export, without a unit", async () => {
  const { run, as, db, services } = open();
  const { admin } = as("anna");
  await run("Unit,Owner\n1,Ann Botha\n", yes);
  // Older versions removed units that somebody owned.
  db.update(units).set({ removedAt: services.now().at }).run();
  const later = await admin.units.add({ label: "9", since: "2030-01-01" });
  const ben = await admin.people.add({ name: "Ben", surname: "Cele" });
  const owner = { role: "owner", since: "2030-01-01" } as const;
  await admin.parties.add({ unitId: later.id, personId: ben.id, ...owner });
  const text = csvOf(registerRows(db, services.now().today));
  expect(text).toContain('"Ann","Botha"');
  expect(text).toContain('"Ben","Cele"');
});

test("a lease that was renewed comes in and goes out with both its times", async () => {
  const house = open();
  const list = [
    "Unit,Tenant,Lease start,Lease end",
    "1,Ann Botha,2026-01-01,2026-12-31",
    "1,Ann Botha,2027-01-01,2027-12-31",
    "1,Ann Botha,2027-02-01,2027-12-31",
  ].join("\n");
  expect((await house.check(list, yes)).counts.tenants).toEqual({ add: 2, same: 0 });
  await house.run(list, yes);
  const rows = registerRows(house.db, house.services.now().today);
  const [heading = []] = rows;
  const at = heading.indexOf("Until");
  const lastDays = rows.map((row) => row[at]).filter((cell) => /^\d/.test(cell ?? ""));
  expect(lastDays).toEqual(["2026-12-31", "2027-12-31"]);
  const again = await house.check(csvOf(rows));
  expect(again.rows.every(({ fate }) => fate === "unchanged")).toBe(true);
});
