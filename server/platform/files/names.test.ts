import fc from "fast-check";
import { expect, test } from "vitest";
import { safeFileName } from "./names.ts";

const pdf = "x4Tq.pdf";

test.each([
  ["slip.pdf", "slip.pdf"],
  ["Slip.PDF", "Slip.PDF"],
  ["slip.pdf.hta", "slip.pdf"],
  ["slip.hta", "slip.pdf"],
  ["slip.hta.pdf", "slip.hta.pdf"],
  ["slip.pdf. . .", "slip.pdf"],
  ["slip.hta.", "slip.pdf"],
  ["slip.pdf.hta ", "slip.pdf"],
  ["slip\u202Efdp.hta", "slipfdp.pdf"],
  ["slip.pdf\u200E.hta", "slip.pdf"],
  ["slip.pdf\u0000.hta", "slip.pdf"],
  ["slip\r\nX: y.pdf", "slipX_ y.pdf"],
  ["C:\\Windows\\calc.exe", "calc.pdf"],
  ["../../etc/passwd", "passwd.pdf"],
  ["slip/", "file.pdf"],
  ["", "file.pdf"],
  [" .. ", "file.pdf"],
  [".pdf", "pdf.pdf"],
  ["R 12.50", "R 12.50.pdf"],
  ["Mr. Smith", "Mr. Smith.pdf"],
  ["CON", "_CON.pdf"],
  ["con.tar.pdf", "_con.tar.pdf"],
  ["Lpt1 .pdf", "_Lpt1 .pdf"],
  ["COM¹.pdf", "_COM¹.pdf"],
  ["conference.pdf", "conference.pdf"],
  ["half \uD83D.pdf", "half .pdf"],
])("a PDF that is called %j is %j", (given, safe) => {
  expect(safeFileName(given, pdf)).toBe(safe);
});

test.each([
  ["photo.jpeg", "a.jpg", "photo.jpeg"],
  ["photo.heif", "a.heic", "photo.heif"],
  ["photo.png", "a.jpg", "photo.jpg"],
  ["slip.pdf", "nothing", "slip.bin"],
])("the ending is that of the content: %j, stored as %j, is %j", (given, stored, safe) => {
  expect(safeFileName(given, stored)).toBe(safe);
});

test("whatever the name, it is short, ends as the content says and stays so when made safe again", () => {
  const any = fc.string({ unit: "binary", maxLength: 300 });
  const nasty = fc.stringMatching(/^[a-z./\\ :.]{0,12}(con|nul|pdf)?\.(hta|pdf|exe)[. ]{0,3}$/);
  fc.assert(
    fc.property(fc.oneof(any, nasty), (given) => {
      const name = safeFileName(given, pdf);
      expect(name).toMatch(/^[^/\\<>:"|?*\p{Cc}\p{Cf}\p{Cs}]+\.pdf$/iu);
      expect(name).not.toMatch(/^(\.|\s|(con|prn|aux|nul|com\d|lpt\d)\.)/i);
      expect([...name].length).toBeLessThanOrEqual(120);
      expect(safeFileName(name, pdf)).toBe(name);
    }),
    { numRuns: 2_000 },
  );
});
