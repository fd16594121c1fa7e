import { expect, test } from "vitest";
import type { ReadPerson } from "../../../server/features/spreadsheet/schema.ts";
import { allAs, changesOf, otherRoles, swappedNames } from "./rowChanges.ts";

const anna: ReadPerson = {
  whose: "owner",
  place: 0,
  roles: "Owner",
  name: "Anna",
  surname: "Smit",
  juristic: false,
  email: "smits@example.co.za",
  cellPhone: "082 444 1018",
  share: "50",
};
const piet: ReadPerson = { ...anna, place: 1, name: "Piet" };
const ben: ReadPerson = { ...anna, whose: "tenant", roles: "Tenant", name: "Ben", share: "" };
const trust: ReadPerson = { ...anna, name: "Baobab Trust", surname: "", juristic: true };

test("nothing changed is nothing typed", () => {
  expect(changesOf(anna, {})).toEqual({});
  expect(changesOf(anna, { name: "Anna", share: "50" })).toEqual({});
});

test("of a name all parts are typed, and of the rest what was changed", () => {
  expect(changesOf(anna, { email: "anna@example.co.za" })).toEqual({
    "owner.0.email": "anna@example.co.za",
  });
  expect(changesOf(piet, { surname: "Nel", role: "Tenant" })).toEqual({
    "owner.1.name": "Piet",
    "owner.1.surname": "Nel",
    "owner.1.kind": "Person",
    "owner.1.role": "Tenant",
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

test("names are swapped in all rows that have both", () => {
  const rows = [row(2, [anna, piet]), row(3, [trust]), row(4, [anna], "skipped")];
  expect(swappedNames(rows)).toEqual({
    2: {
      "owner.0.name": "Smit",
      "owner.0.surname": "Anna",
      "owner.0.kind": "Person",
      "owner.1.name": "Smit",
      "owner.1.surname": "Piet",
      "owner.1.kind": "Person",
    },
  });
});

test("companies become people, and people companies, where no column says what they are", () => {
  const rows = [row(2, [anna]), row(3, [trust])];
  const column = (field: string) => ({ heading: "", example: "", field });
  expect(allAs("Company", rows, [column("owner.name")])).toEqual({
    2: {
      "owner.0.name": "Anna Smit",
      "owner.0.surname": "",
      "owner.0.kind": "Company",
    },
  });
  expect(allAs("Person", rows, [column("owner.name")])).toEqual({
    3: {
      "owner.0.name": "Baobab Trust",
      "owner.0.surname": "",
      "owner.0.kind": "Person",
    },
  });
  expect(allAs("Company", [row(2, [{ ...anna, roles: "Staff" }])], [])).toEqual({});
  for (const kind of ["Person", "Company"] as const)
    expect(allAs(kind, rows, [column("owner.kind")])).toEqual({});
});

test("a role is another in all rows, and shares are divided anew", () => {
  const rows = [row(2, [anna, ben]), row(3, [piet])];
  const role = (read: string) => (read === "Tenant" ? "Lives there" : read);
  expect(otherRoles(rows, { role, isEqual: false })).toEqual({
    2: { "tenant.0.role": "Lives there" },
  });
  expect(otherRoles(rows, { role: (read) => read, isEqual: true })).toEqual({
    2: { "owner.0.share": "" },
    3: { "owner.1.share": "" },
  });
});
