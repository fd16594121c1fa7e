import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contents } from "../../contract/samples.ts";
import { dataOfFirstRelease, earlierMigrations } from "../../fixtures/testing.ts";
import { plusDays } from "../../platform/clock/clock.ts";
import { readSheets } from "../../platform/csv/sheets.ts";
import { openBuilding } from "../../platform/installation/database.ts";
import { openHouse } from "../../testing.ts";
import { choices } from "./schema.ts";
import { runRegister } from "./service.ts";
import { stage, stagedFile, sweepStaged } from "./staging.ts";
import { stagedImports } from "./table.ts";
import { open, yes } from "./testing.ts";

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

test("a list is encrypted, with its name and what was mended, and none if it cannot be read", async () => {
  const { db, as, people, services } = openHouse({ onDisk: true });
  const { id } = people.anna;
  const mended = choices.parse({ mended: { 2: { "owner.name": "6612245800085" } } });
  const list = {
    fileName: "Piccoloson.csv",
    content: Buffer.from("ID\n6612245800086"),
    choices: mended,
  };
  stage(db, id, list, services.now().at);
  expect(stagedFile(db, id)).toEqual(list);
  expect(contents(db)).not.toMatch(/66122458|Piccoloson/);
  await as("anna").admin.imports.discard();
  // Not even encrypted it is left in the file of what was written last.
  expect(statSync(`${db.$client.name}-wal`).size).toBe(0);
  stage(db, id, list, services.now().at);
  db.update(stagedImports).set({ content: "v1.00000000.x" }).run();
  expect((await as("anna").admin.imports.begun()).staged).toBeNull();
});

test("lists that a version before kept in plain text are not kept", () => {
  const data = dataOfFirstRelease();
  const file = join(data, "stoep.db");
  const { $client } = openBuilding(file, { migrations: earlierMigrations(data, 53) });
  $client.exec(
    `INSERT INTO staged_imports SELECT 'x', id, 'list.csv', '6612245800085', '{}', '2026-11-20' FROM accounts LIMIT 1`,
  );
  $client.close();
  const db = openBuilding(file);
  onTestFinished(() => void db.$client.close());
  expect(db.select().from(stagedImports).all()).toEqual([]);
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
    [() => admin.remove({ id: accountId }), /log in first/],
  ] as const) {
    await lose();
    const before = contents(db);
    const now = services.now();
    expect(() => runRegister(db, { accountId, origin: "test" }, given, now)).toThrow(says);
    expect(() => stage(db, accountId, { ...begun, content }, now.at)).toThrow(says);
    expect(contents(db)).toBe(before);
  }
});
