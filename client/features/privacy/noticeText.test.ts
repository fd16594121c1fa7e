import { expect, test } from "vitest";
import { retainedDataOf, rights } from "./noticeText.ts";

const notice = {
  building: "Acacia Court",
  officer: null,
  visitorDays: 30,
  proofYears: 7,
  sessionDays: 90,
  mail: false,
  push: false,
  provider: false,
  backupsElsewhere: false,
  backupsEncrypted: false,
};
const about = (what: string) => retainedDataOf(notice).find((each) => each.what.includes(what));

test("everybody whom a screen shows somebody's contacts is named", () => {
  expect(about("address for letters")?.who).toMatch(/Staff see .*email and telephones/);
  expect(about("address for letters")?.who).toMatch(/trade Security .*your numbers/);
  expect(about("Your visitors")?.who).toContain("everybody in your unit");
  for (const word of ["other telephone", "share", "vote", "trustee", "letters and mails"])
    expect(about(word), word).toBeDefined();
});

test("an ID number is for the lists that the body corporate must keep", () => {
  expect(about("ID or passport")?.why).toContain(
    "lists of owners, tenants and trustees (s 11(1)(c))",
  );
});

test("what is not in one's own download is said", () => {
  expect(rights.find(([right]) => right.includes("s 23"))?.[1]).toContain("internal notes");
});
