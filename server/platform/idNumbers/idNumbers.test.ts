import { hash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { addPerson } from "../../features/people/service.ts";
import { people } from "../../features/people/table.ts";
import { newcomer, openHouse } from "../../testing.ts";
import { newFolder } from "../backup/testing.ts";
import { momentOf } from "../clock/clock.ts";
import { openBuilding } from "../installation/database.ts";
import { maskIdNumber, openIdNumber, sealIdNumber } from "./idNumbers.ts";

const now = momentOf(new Date("2026-11-20T09:26:24.123Z"), "Africa/Johannesburg");
const by = { accountId: null, origin: "test" };

/** A building on the disk with these people, closed. */
function buildingWith(numbers: readonly string[]) {
  const data = newFolder();
  const db = openBuilding(join(data, "stoep.db"));
  const ids = numbers.map((idNumber, index) => {
    const { password: _, ...person } = newcomer(`p${index}`);
    return addPerson(db, by, { ...person, idNumber }, null, now);
  });
  return { data, db, ids };
}

/** Whether the text is anywhere in the database or its other files. */
const isIn = (data: string, text: string) =>
  readdirSync(data)
    .filter((name) => name.startsWith("stoep.db"))
    .some((name) => readFileSync(join(data, name)).includes(text));

const numbers = ["8001015009087", "A1234567", "7712310123088"];

test("what is sealed opens again, never looks the same, and shows nothing of itself", () => {
  const { db } = openHouse();
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 30 }), fc.uuid(), (idNumber, id) => {
      const [one, other] = [sealIdNumber(db, id, idNumber), sealIdNumber(db, id, idNumber)];
      expect(one).not.toBe(other);
      expect(openIdNumber(db, id, one)).toBe(idNumber);
      // Shorter ones can occur by chance.
      const bytes = Buffer.from(one.split(".")[2] ?? "", "base64url");
      expect(idNumber.length > 4 && bytes.includes(idNumber)).toBe(false);
    }),
    { examples: [["8001015009087", "0192e0a0-0000-7000-8000-000000000000"]] },
  );
  expect(sealIdNumber(db, "x", "")).toBe("");
});

test("in another person's row, or with one letter changed, it does not open", () => {
  const { db } = openHouse();
  const sealed = sealIdNumber(db, "thandi", "8001015009087");
  expect(() => openIdNumber(db, "pieter", sealed)).toThrow("changed outside Stoep");
  const at = sealed.length - 5;
  const letter = sealed[at] === "A" ? "B" : "A";
  const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1);
  expect(() => openIdNumber(db, "thandi", changed)).toThrow("changed outside Stoep");
});

test("a new person's number is nowhere in the file, and its key lies beside it, for its owner alone", () => {
  const { data, db, ids } = buildingWith(numbers);
  for (const number of numbers) expect(isIn(data, number)).toBe(false);
  const [name = "", ...others] = readdirSync(join(data, "secrets"));
  expect(others).toEqual([]);
  expect(name).toMatch(/^identity-[\da-f]{8}\.key$/);
  expect(statSync(join(data, "secrets", name)).mode & 0o777).toBe(0o600);
  const key = readFileSync(join(data, "secrets", name), "utf8").trim();
  expect(isIn(data, key)).toBe(false);
  db.$client.close();

  const again = openBuilding(join(data, "stoep.db"));
  onTestFinished(() => void again.$client.close());
  const rows = again.select().from(people).all();
  expect(rows.map(({ id, idNumber }) => openIdNumber(again, id, idNumber))).toEqual(numbers);
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test("without its key a number is reported as stored but unreadable; with the key it is read again", () => {
  const { data, db, ids } = buildingWith(numbers);
  db.$client.close();
  const [name = ""] = readdirSync(join(data, "secrets"));
  renameSync(join(data, "secrets", name), join(data, "elsewhere"));
  const again = openBuilding(join(data, "stoep.db"));
  onTestFinished(() => void again.$client.close());
  const [id = ""] = ids;
  const sealed = again.select().from(people).all()[0]?.idNumber ?? "";
  expect(() => openIdNumber(again, id, sealed)).toThrow(`put the file ${name} from a backup back`);
  // The server goes on with a new key.
  const { password: _, ...person } = newcomer("nomsa");
  addPerson(again, by, { ...person, idNumber: "1234567" }, null, now);
  renameSync(join(data, "elsewhere"), join(data, "secrets", name));
  const rows = again.select().from(people).all();
  expect(rows.map((row) => openIdNumber(again, row.id, row.idNumber))).toEqual([
    ...numbers,
    "1234567",
  ]);
});

test.each([
  ["8001015009087", "•••• 9087"],
  ["A1234567", "•••• 4567"],
  ["123456", "••••"],
  ["", ""],
])("%s is shown as %s", (idNumber, shown) => {
  expect(maskIdNumber(idNumber)).toBe(shown);
});

test("what is stored of a call with a key reveals nothing of the number: it differs between buildings", () => {
  const { password: _, ...nomsa } = newcomer("Nomsa");
  const inputHashes = () => {
    const { db } = openHouse();
    addPerson(db, { ...by, requestKey: "k" }, nomsa, null, now);
    return db.$client.prepare("SELECT input_hash FROM request_keys").pluck().all();
  };
  const [one, other] = [inputHashes(), inputHashes()];
  expect(one).toHaveLength(1);
  expect(one).not.toEqual(other);
  const plain = hash("sha256", JSON.stringify(nomsa), "base64url");
  expect([...one, ...other]).not.toContain(plain);
});
