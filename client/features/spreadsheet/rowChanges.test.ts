import { expect, test } from "vitest";
import type { ReadPerson } from "../../../server/features/spreadsheet/schema.ts";
import { asRead, changesOf, companiesAsPeople, swappedNames, type Typed } from "./rowChanges.ts";

const anna: ReadPerson = {
  whose: "owner",
  roles: "Owner",
  name: "Anna",
  surname: "Smit",
  juristic: false,
  email: "smits@example.co.za",
  cellPhone: "082 444 1018",
  telephone: "",
  share: "50",
  since: "2020-01-01",
  until: "",
};
const piet: ReadPerson = { ...anna, name: "Piet" };

/** What is typed when each of the people is changed so. */
const changed = (people: readonly ReadPerson[], ...changes: Partial<Typed>[]) =>
  changesOf(people, (person, at) => ({ ...asRead(person), ...changes[at] }));

test("nothing changed is nothing typed", () => {
  expect(changed([anna, piet])).toEqual({});
});

test("of a name all parts are typed, and of the rest what was changed", () => {
  expect(changed([anna], { email: "anna@example.co.za" })).toEqual({
    "owner.email": "anna@example.co.za",
  });
  expect(changed([anna], { name: "Annie" })).toEqual({
    "owner.name": "Annie",
    "owner.surname": "Smit",
    "owner.kind": "Person",
  });
});

test("two people in one cell get columns of their own, which no other has", () => {
  const ben: ReadPerson = { ...anna, whose: "owner2", name: "Ben" };
  expect(changed([anna, piet, ben], {}, { surname: "Nel" })).toEqual({
    "owner.name": "Anna",
    "owner.surname": "Smit",
    "owner.kind": "Person",
    "owner.share": "50",
    "owner.email": "smits@example.co.za",
    "owner.cellPhone": "082 444 1018",
    "owner.idNumber": "",
    "owner.registration": "",
    "owner3.name": "Piet",
    "owner3.surname": "Nel",
    "owner3.kind": "Person",
    "owner3.share": "50",
    "owner3.email": "smits@example.co.za",
    "owner3.cellPhone": "082 444 1018",
    "owner3.telephone": "",
    "owner3.since": "2020-01-01",
    "owner3.until": "",
  });
});

test("two that are one company become one, with the whole unit", () => {
  const company = { name: "Olifant & Dogters", surname: "", kind: "Company" };
  const typed = changed([anna, piet], company, { name: "", surname: "" });
  expect(typed).toEqual({
    "owner.name": "Olifant & Dogters",
    "owner.surname": "",
    "owner.kind": "Company",
    "owner.share": "",
    "owner.email": "smits@example.co.za",
    "owner.cellPhone": "082 444 1018",
  });
});

test("people of one cell without columns for the second can only be replaced", () => {
  const both = [anna, piet].map((each): ReadPerson => ({ ...each, whose: "person", share: "" }));
  const nothing = { name: "", surname: "", email: "", cellPhone: "" };
  expect(changed(both, nothing)).toEqual({});
  expect(changed(both, { ...nothing, name: "Baobab Trust", kind: "Company" })).toMatchObject({
    "person.name": "Baobab Trust",
    "person.kind": "Company",
    "person.email": "",
  });
});

test("somebody without a name leaves nothing behind", () => {
  expect(changed([anna], { name: "", surname: "" })).toMatchObject({
    "owner.name": "",
    "owner.email": "",
    "owner.idNumber": "",
  });
});

const row = (line: number, people: ReadPerson[], fate: "add" | "skipped" = "add") => ({
  line,
  unit: "1",
  quota: "",
  what: "",
  people,
  fate,
  notes: [],
  problems: [],
  changes: [],
});
const trust: ReadPerson = { ...anna, name: "Baobab Trust", surname: "", juristic: true };

test("names are swapped in all rows that have both", () => {
  expect(swappedNames([row(2, [anna]), row(3, [trust]), row(4, [anna], "skipped")])).toEqual({
    2: { "owner.name": "Smit", "owner.surname": "Anna", "owner.kind": "Person" },
  });
});

test("companies become people where no column says what they are", () => {
  const rows = [row(2, [anna]), row(3, [trust])];
  const column = (field: string) => ({ heading: "", example: "", field });
  expect(companiesAsPeople(rows, [column("owner.name")])).toEqual({
    3: { "owner.kind": "Person" },
  });
  expect(companiesAsPeople(rows, [column("owner.kind")])).toEqual({});
});
