import { expect, test } from "vitest";
import { namesFor } from "./personWords.ts";

const nobody = { name: "", surname: "" };

test.each([
  ["Sello", "Tau", "Sello Tau"],
  ["Sea Point Lets (Pty) Ltd", "", "Sea Point Lets (Pty) Ltd"],
  ["", "", ""],
])("a company has the name and the surname %j %j in one", (name, surname, whole) => {
  expect(namesFor("company", { name, surname }, nobody)).toEqual({ name: whole, surname: "" });
});

test.each([
  ["Sello Tau", "Sello", "Tau"],
  ["Maria Elena Garcia", "Maria Elena", "Garcia"],
  ["Johan van der Merwe", "Johan", "van der Merwe"],
  ["Acme", "Acme", ""],
])("a person is called %j in two parts", (name, first, surname) => {
  expect(namesFor("person", { name, surname: "" }, nobody)).toEqual({ name: first, surname });
});

test("the stored names come back, unless the name was changed meanwhile", () => {
  const stored = { name: "Maria", surname: "Garcia Lopez" };
  const typed = namesFor("company", stored, stored);
  expect(namesFor("person", typed, stored)).toEqual(stored);
  expect(namesFor("person", { name: "Mary Garcia Lopez", surname: "" }, stored)).toEqual({
    name: "Mary Garcia",
    surname: "Lopez",
  });
});
