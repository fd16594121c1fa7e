import { expect, test } from "vitest";
import { declared } from "../../api/declared.ts";
import { pietersThings } from "../../contract/samples.ts";
import { openHouse, openServer } from "../../testing.ts";
import { erasePerson } from "../privacy/service.ts";

async function filled() {
  const house = openHouse();
  const things = await pietersThings(house);
  const find = async (q: string) =>
    (await house.as("anna").admin.search.find({ q })).map(({ kind, title }) => `${kind} ${title}`);
  return { ...house, things, find };
}

test("people are found by any part of their name, address and email, without accents", async () => {
  const { as, find } = await filled();
  await as("anna").admin.people.add({
    name: "Siobhán",
    surname: "O'Connor",
    email: "siobhan@example.co.za",
  });
  for (const q of ["siobhan", "SIOBHÁN", "connor", "o'conn siob", "siobhan@example"])
    expect(await find(q)).toContain("person Siobhán O'Connor");
  expect(await find("siobhan smith")).toEqual([]);
});

test("a telephone number is found however it was typed", async () => {
  const { as, find } = await filled();
  await as("anna").admin.people.add({
    name: "Ann",
    surname: "Botha",
    cellPhone: "+27 82 444-1018",
  });
  for (const q of ["082 444 1018", "+27824441018", "0824441018", "082 444"])
    expect(await find(q)).toEqual(["person Ann Botha"]);
});

test("units are found by label, section and payment reference, the exact one first", async () => {
  const { as, find } = await filled();
  for (const number of [30, 31, 3])
    await as("anna").admin.units.add({ label: `Unit ${number}`, sectionNumber: `${number}` });
  expect((await find("unit 3"))[0]).toBe("unit Unit 3");
  expect(await find("unit3")).toContain("unit Unit 3");
  const { rows } = await as("anna").admin.units.all();
  const reference = rows.find(({ label }) => label === "Unit 31")?.paymentReference ?? "";
  expect(await find(reference.toLowerCase())).toEqual(["unit Unit 31"]);
});

test("fines are found by reference, requests by their words, papers by name, screens by title", async () => {
  const { db, things, find } = await filled();
  const set = db.$client.prepare("UPDATE fines SET reference = ? WHERE id = ?");
  for (const [reference, ways] of [
    ["F-K3WRXA", ["F-K3WRXA", "k3wrxa", "F-K3W", "fk3wrxa"]],
    ["F-F3WRXA", ["F-F3WRXA", "f3wrxa", "F-F3W", "ff3wrxa"]],
  ] as const) {
    set.run(reference, things.fineId);
    for (const q of ways) expect((await find(q))[0], q).toBe(`fine ${reference}`);
  }
  expect(await find("stairs dark")).toEqual(["request The stairs are dark"]);
  expect(await find("x.pdf")).toEqual(["paper x.pdf"]);
  expect(await find("backu")).toEqual(["screen Backups"]);
});

test("what changes is found as it is now, what is removed or erased not at all", async () => {
  const { as, db, people, services, things, find } = await filled();
  await as("anna").admin.units.update({ unitId: things.unitId, label: "Penthouse" });
  expect(await find("unit 12")).toEqual([]);
  expect(await find("penthouse")).toContain("unit Penthouse");
  await as("anna").admin.fines.setStatus({ fineId: things.fineId, status: "Paid" });
  await as("anna").admin.people.remove({ id: people.pieter.id });
  expect(await find("pieter")).toEqual(["person pieter van Wyk"]);
  const by = { accountId: people.anna.id, origin: "test" };
  const erasure = { id: people.pieter.id, confirmation: "pieter van Wyk" };
  erasePerson({ db, declared }, by, erasure, services.now());
  expect(await find("pieter")).toEqual([]);
});

test("marks of the query language mean nothing", async () => {
  const { find } = await filled();
  for (const q of ['"', "*", "NOT", "a AND", "title:x", "(", "kind : person", "'; DROP", "^", "{}"])
    await expect(find(q)).resolves.toEqual(expect.any(Array));
  expect(await find("   ")).toEqual([]);
});

test("the path for programs answers at most 20, to admins only", async () => {
  const { rest, as } = await openServer();
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
  expect((await rest("thandi")("GET /api/property/admin/search?q=flat")).status).toBe(403);
});
