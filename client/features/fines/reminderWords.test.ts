import { expect, test } from "vitest";
import { formatLetter } from "./reminderWords.ts";

const fine = (reference: string, dueDate: string, days = 5) => ({
  reference,
  type: "Lease Violation" as const,
  reason: "Drums",
  dueDate,
  remindedAt: null,
  amountCents: 45_000,
  days,
});
const letter = {
  id: "1",
  name: "Thandi",
  surname: "Mokoena",
  address: "Unit 3",
  serviceAddress: "",
  sendTo: "Unit 3",
  late: [fine("F-AAAAAA", "2026-11-25")],
  owedCents: 45_000,
  later: [],
  pending: [],
};
const bankDetails = {
  bank: "FNB",
  accountHolder: "Acacia Court BC",
  accountNumber: "62 000",
  branchCode: "250655",
};
const textOf = (more: Partial<typeof letter> | object, contact = "Anna, 082 123 4567") => {
  const words = formatLetter(
    { building: "Acacia Court", bankDetails },
    { ...letter, ...more },
    contact,
  );
  return [...words.before, ...words.after].join("\n").replaceAll("\u00a0", " ");
};

test("a letter greets, says how to pay with which reference, and whom to talk to", () => {
  const text = textOf({});
  for (const part of [
    "Dear Thandi",
    "62 000",
    "F-AAAAAA",
    "If you use Stoep, ",
    "talk to Anna, 082 123 4567",
    "Acacia Court",
  ])
    expect(text).toContain(part);
});

test("it threatens nothing and names no law", () => {
  const all = {
    pending: [fine("F-BBBBBB", "2026-11-20")],
    later: [fine("F-CCCCCC", "2027-01-01")],
  };
  expect(textOf(all)).not.toMatch(/must|legal|court action|attorney|interest|immediately|\bact\b/i);
});

test("a proof that waits is thanked for, and its fine is not counted", () => {
  expect(textOf({ pending: [fine("F-BBBBBB", "2026-11-20")] })).toContain(
    "Thank you for the proof of payment for F-BBBBBB (R450.00). We are still looking at it",
  );
});

test("what comes later is named with its day; without a contact it is the trustees", () => {
  expect(textOf({ later: [fine("F-CCCCCC", "2027-01-01")] })).toContain("due 1 January 2027");
  expect(textOf({}, "")).toContain("talk to one of the trustees");
});
