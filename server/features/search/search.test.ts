import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { darkStairs, lateRent, pietersThings } from "../../contract/samples.ts";
import { dataOfFirstRelease, earlierMigrations, tablesOf } from "../../fixtures/testing.ts";
import { openBuilding } from "../../platform/installation/database.ts";
import { openHouse, openServer } from "../../testing.ts";
import { search } from "./service.ts";

async function filled() {
  const house = openHouse();
  const things = await pietersThings(house);
  const find = async (q: string) =>
    (await house.as("anna").admin.search.find({ q })).map(({ kind, title }) => `${kind} ${title}`);
  return { ...house, things, find };
}

test("a name is found by any part and however it is written: accents, apostrophes, in one word", async () => {
  const { as, find } = await filled();
  for (const [name, surname, email] of [
    ["Łukasz", "O’Reilly", "lukasz@example.co.za"],
    ["Bjørn", "Strauß", "bs@example.co.za"],
    ["Piet", "van der Merwe", "pvdm@example.co.za"],
    ["Siobhán", "O'Connor", "siobhan@example.co.za"],
  ] as const)
    await as("anna").admin.people.add({ name, surname, email });
  for (const [q, title] of [
    ["o'reilly", "Łukasz O’Reilly"],
    ["oreilly", "Łukasz O’Reilly"],
    ["LUKASZ", "Łukasz O’Reilly"],
    ["bjorn strauss", "Bjørn Strauß"],
    ["vandermerwe", "Piet van der Merwe"],
    ["van der merwe", "Piet van der Merwe"],
    ["o'conn siob", "Siobhán O'Connor"],
    ["SIOBHÁN", "Siobhán O'Connor"],
    ["siobhan@example", "Siobhán O'Connor"],
  ] as const)
    expect(await find(q), q).toEqual([`person ${title}`]);
  expect(await find("siobhan smith")).toEqual([]);
  const description = "Łukasz O’Reilly’s gate is stiff";
  await as("thandi").resident.maintenance.log({ ...darkStairs, description });
  for (const q of ["lukasz gate", "o'reilly's", "oreillys stiff"])
    expect(await find(q), q).toContain("request Łukasz O’Reilly’s gate is stiff");
});

test("one wrong letter is forgiven, after what is found without", async () => {
  const { as, find } = await filled();
  for (const [name, surname] of [
    ["Ann", "Nkabinde"],
    ["Bob", "Nkabende"],
  ] as const)
    await as("anna").admin.people.add({ name, surname, email: `${name}@example.co.za` });
  expect(await find("nkabinde")).toEqual(["person Ann Nkabinde", "person Bob Nkabende"]);
  for (const q of ["nkobinde", "kabinde", "nnkabinde", "nkabnide", "nkabindee"])
    expect((await find(q))[0], q).toBe("person Ann Nkabinde");
  expect(await find("nkabende bob")).toEqual(["person Bob Nkabende"]);
  expect(await find("nkobinda")).toEqual([]);
  expect(await find("bakcups")).toEqual(["screen Backups"]);
  // A short word would be nearly everywhere.
  expect(await find("axn")).toEqual([]);
});

test("a person comes with their units and number, a unit with who is in it", async () => {
  const { as } = await filled();
  const { id: personId } = await as("anna").admin.people.add({
    name: "Ann",
    surname: "Botha",
    cellPhone: "082 444 1018",
  });
  const { id: unitId } = await as("anna").admin.units.add({ label: "Unit 77" });
  await as("anna").admin.parties.add({ unitId, personId, role: "owner", since: "2026-01-01" });
  expect(await as("anna").admin.search.find({ q: "unit 77" })).toEqual([
    { kind: "unit", id: unitId, title: "Unit 77", detail: "Ann Botha" },
    { kind: "person", id: personId, title: "Ann Botha", detail: "Unit 77 · 082 444 1018" },
  ]);
});

test("a telephone number is found however it was typed", async () => {
  const { as, find } = await filled();
  await as("anna").admin.people.add({
    name: "Ann",
    surname: "Botha",
    cellPhone: "+27 82 444-1018",
  });
  const whole = ["082 444 1018", "+27824441018", "0824441018", "0027 82 4441018", "27824441018"];
  for (const q of [...whole, "+27 (0)82 444 1018", "082 444", "444 10", "1018", "ann 1018"])
    expect(await find(q), q).toEqual(["person Ann Botha"]);
  for (const q of ["018 2", "082 444 1019", "10 444"]) expect(await find(q), q).toEqual([]);
});

test("units are found by label, section and payment reference, the exact one first", async () => {
  const { as, find } = await filled();
  for (const number of [30, 31, 3])
    await as("anna").admin.units.add({ label: `Unit ${number}`, sectionNumber: `${number}` });
  expect((await find("unit 3"))[0]).toBe("unit Unit 3");
  expect(await find("unit3")).toContain("unit Unit 3");
  const { rows } = await as("anna").admin.units.all();
  const reference = rows.find(({ label }) => label === "Unit 31")?.paymentReference ?? "";
  for (const q of [reference.toLowerCase(), reference.slice(-4)])
    expect(await find(q), q).toContain("unit Unit 31");
});

test("fines are found by reference, requests by their words, papers by name, screens by title", async () => {
  const { db, things, find } = await filled();
  const set = db.$client.prepare("UPDATE fines SET reference = ? WHERE id = ?");
  for (const [reference, ways] of [
    ["F-K3WRXA", ["F-K3WRXA", "k3wrxa", "F-K3W", "fk3wrxa", "F K3WRXA"]],
    ["F-F3WRXA", ["F-F3WRXA", "f3wrxa", "F-F3W", "ff3wrxa", "f f3w"]],
  ] as const) {
    set.run(reference, things.fineId);
    for (const q of ways) expect((await find(q))[0], q).toBe(`fine ${reference}`);
  }
  expect(await find("stairs dark")).toEqual(["request The stairs are dark"]);
  expect(await find("x.pdf")).toEqual(["paper x.pdf"]);
  expect(await find("backu")).toEqual(["screen Backups"]);
});

test.each([
  ["people", "/admin/people"],
  ["changes", "/admin/changes"],
  ["trustee", "/admin/trustees"],
  ["gate", "/admin/gate"],
  ["weights", "/admin/units/weights"],
])("the screen that is called %s is found", async (q, id) => {
  const { as } = openHouse();
  const found = await as("anna").admin.search.find({ q });
  expect(found).toContainEqual(expect.objectContaining({ kind: "screen", id }));
});

test("what changes is found as it is now, what is removed or erased not at all", async () => {
  const { as, people, things, find } = await filled();
  await as("anna").admin.units.update({ unitId: things.unitId, label: "Penthouse" });
  expect(await find("unit 12")).toEqual([]);
  expect(await find("penthouse")).toContain("unit Penthouse");
  await as("anna").admin.fines.setStatus({ fineId: things.fineId, status: "Paid" });
  await as("anna").admin.people.remove({ id: people.pieter.id });
  expect(await find("pieter")).toEqual(["person pieter van Wyk"]);
  const erasure = { id: people.pieter.id, confirmation: "pieter van Wyk" };
  await as("anna").admin.privacy.erase(erasure);
  expect(await find("pieter")).toEqual([]);
});

test("a house of the version before keeps every row, and its requests and papers are found as before", () => {
  const data = dataOfFirstRelease();
  const file = join(data, "stoep.db");
  const { $client: before } = openBuilding(file, { migrations: earlierMigrations(data, 28) });
  // The fixture has no letter that only the new index spells otherwise.
  before
    .prepare("UPDATE maintenance_requests SET description = 'Łukasz’s æons' WHERE rowid = 1")
    .run();
  const was = tablesOf(before);
  before.close();
  const db = openBuilding(file, { migrations: earlierMigrations(data, 29) });
  onTestFinished(() => void db.$client.close());
  const is = tablesOf(db.$client);
  const kept = (tables: typeof was) =>
    Object.entries(tables).filter(([name]) => !/search|migrations/.test(name));
  expect(kept(is)).toEqual(kept(was));
  const records = (tables: typeof was) =>
    (tables.search_records ?? [])
      .filter(({ kind }) => kind === "request" || kind === "paper")
      .map(({ kind, record_id, title }) => `${kind} ${record_id} ${title}`)
      .sort();
  expect(records(was).length).toBeGreaterThan(50);
  expect(records(is)).toEqual(records(was));
  expect(is.search_records).toHaveLength(records(is).length);
  const looked = search(db, "lukaszs aeons", "2026-11-25");
  expect(looked.map(({ title }) => title)).toEqual(["Łukasz’s æons"]);
  db.$client.exec("INSERT INTO search_index (search_index) VALUES ('integrity-check')");
});

test("marks of the query language mean nothing", async () => {
  const { find } = await filled();
  for (const q of ['"', "*", "NOT", "a AND", "title:x", "(", "kind : person", "'; DROP", "^", "{}"])
    await expect(find(q)).resolves.toEqual(expect.any(Array));
  expect(await find("   ")).toEqual([]);
});

test("the path for programs answers at most 20, and no withdrawn fine", async () => {
  const { rest, as, people } = await openServer();
  const { fines, fineDecisions, search: screen } = as("anna").admin;
  const { id: fineId, reference } = await fines.issue({
    ...lateRent,
    residentId: people.thandi.id,
  });
  const byReference = async () =>
    (await rest("anna")(`GET /api/property/admin/search?q=${reference}`)).body;
  expect(await byReference()).toEqual([{ kind: "fine", id: fineId, title: reference }]);
  await fineDecisions.withdraw({ fineId, reason: "A mistake" });
  expect(await byReference()).toEqual([]);
  expect(await screen.find({ q: reference })).toMatchObject([{ title: `${reference}, withdrawn` }]);
  for (let number = 1; number <= 25; number += 1)
    await as("anna").admin.units.add({ label: `Flat ${number}` });
  const found = await rest("anna")("GET /api/property/admin/search?q=flat");
  expect(found.status).toBe(200);
  expect(found.body).toHaveLength(20);
  expect(found.body[0]).toEqual({
    kind: "unit",
    id: expect.any(String),
    title: expect.stringMatching(/^Flat/),
  });
});
