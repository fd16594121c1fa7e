import { expect, test } from "vitest";
import { paymentReference } from "./paymentReference.ts";

test.each([
  ["Marula Court", 3, /^MAR03[A-Z]$/],
  ["Jacaranda Court", 40, /^JAC40[A-Z]$/],
  ["Olive Grove", 120, /^LVE120[A-Z]$/],
  ["Émile's", 1, /^EML01[A-Z]$/],
  ["12", 7, /^XXX07[A-Z]$/],
])("unit %2$s of %1$s", (name, number, form) => {
  expect(paymentReference(name, number)).toMatch(form);
});

test("one wrong character, or two that were swapped, gives another check letter", () => {
  const right = paymentReference("Marula Court", 37);
  const names = ["Narula Court", "Mbrula Court", "Mazula Court", "Amrula Court", "Mraula Court"];
  const others = [
    ...names.map((name) => paymentReference(name, 37)),
    paymentReference("Marula", 73),
  ];
  for (let number = 30; number < 40; number += 1)
    if (number !== 37) others.push(paymentReference("Marula Court", number));
  for (const other of others) expect(other.at(-1)).not.toBe(right.at(-1));
});

test("references have no I, O or Q, which look like digits", () => {
  for (let number = 1; number < 1000; number += 1)
    expect(paymentReference("Quinine Oil", number)).toMatch(/^[A-HJ-NPR-Z]{3}\d{2,3}[A-HJ-NPR-Z]$/);
});
