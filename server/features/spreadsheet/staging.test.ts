import { expect, test } from "vitest";
import { contents } from "../../contract/samples.ts";
import { plusDays } from "../../platform/clock/clock.ts";
import { readSheets } from "../../platform/csv/sheets.ts";
import { choices } from "./schema.ts";
import { runRegister } from "./service.ts";
import { stage, sweepStaged } from "./staging.ts";
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
