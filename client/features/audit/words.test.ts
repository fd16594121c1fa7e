import { expect, test } from "vitest";
import { actorOf, changesOf, fieldName, originOf, valueIn } from "./words.ts";

test.each([
  ["status", "Status"],
  ["maintenanceType", "Maintenance type"],
  ["residentId", "Resident"],
  ["amountCents", "Amount"],
  ["dueDate", "Due date"],
  ["bankDetails.accountNumber", "Bank details: account number"],
  ["participationQuota", "Participation quota (PQ)"],
  ["id", "Id"],
  ["titleOfAFieldToCome", "Title of a field to come"],
])("the field %s is called %s", (field, name) => {
  expect(fieldName(field)).toBe(name);
});

test.each([
  ["status", "Open", "Open"],
  ["amountCents", "125000", "R1\u00a0250.00"],
  ["amountCents", "a lot", "a lot"],
  ["residentId", "019a", "Thandi Mokoena"],
  ["residentId", "019b", "019b"],
  ["dueDate", "2026-12-03", "3 Dec 2026"],
  ["until", "2026-12-03T04:05:06.789Z", expect.stringMatching(/^3 Dec 2026, \d\d:05$/)],
  ["reason", "2026-13-45", "2026-13-45"],
  ["reason", "2026-13-45T99:00Z", "2026-13-45T99:00Z"],
  ["on", "true", "Yes"],
  ["on", "false", "No"],
  ["size", "833000", "813 KB"],
  ["participationQuota", "27500", "2.7500 %"],
  ["share", "500000", "50 %"],
  ["owners.0.share", "333333", "33.3333 %"],
  ["email", "", "–"],
  ["email", null, "–"],
])("%s %s is told as %s", (field, value, expected) => {
  expect(valueIn(field, value, { "019a": "Thandi Mokoena" })).toEqual(expected);
});

test("what changed is one line, without what only programs compare", () => {
  const names = { "019a": "F-7KM3X9, Thandi Mokoena" };
  const changes = [
    { field: "fineId", before: null, after: "019a" },
    { field: "status", before: "Unpaid", after: "Paid" },
    { field: "note", before: "gone", after: null },
    { field: "sha256", before: null, after: "a".repeat(64) },
  ];
  expect(changesOf({ erased: false, changes, names })).toBe(
    "Fine: F-7KM3X9, Thandi Mokoena; Status: Unpaid → Paid; Note: gone → –",
  );
  expect(changesOf({ erased: true, changes: [], names: {} })).toBe("Erased");
});

test.each([
  [
    { who: "Anna Smit", origin: "10.0.0.5", device: "Firefox on Android" },
    "Anna Smit",
    "Firefox on Android, 10.0.0.5",
  ],
  [{ who: null, origin: "10.0.0.5", device: null }, "Somebody not signed in", "10.0.0.5"],
  [{ who: null, origin: "shell", device: null }, "Somebody at the machine", "The machine"],
  [{ who: null, origin: "job", device: null }, "Stoep itself", "The machine"],
  [{ who: "Erased person", origin: "", device: null }, "Erased person", "Erased"],
])("%o did it from where it says", (entry, who, where) => {
  expect(actorOf(entry)).toBe(who);
  expect(originOf(entry)).toBe(where);
});
