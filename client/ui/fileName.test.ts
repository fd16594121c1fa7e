import { expect, test } from "vitest";
import { fileNameOf } from "./fileName.ts";

test("a file is named by what is in it, the building and the day, without accents", () => {
  expect(fileNameOf("csv", "Signed in visitors", "Café “Jacaranda” / Hof", "2026-11-20")).toBe(
    "signed-in-visitors-cafe-jacaranda-hof-2026-11-20.csv",
  );
  expect(fileNameOf("csv", "Fines", "../..", "2026-11-20")).toBe("fines-2026-11-20.csv");
  expect(fileNameOf("pdf", "Zoë O'Brien", "2026-11-20")).toBe("zoe-o-brien-2026-11-20.pdf");
  expect(fileNameOf("pdf", "Élan", "as-at-2026-03-01")).toBe("elan-as-at-2026-03-01.pdf");
  // Systems have names of up to 255 bytes, and a filter may be longer.
  const long = `Only what matches “${"late ".repeat(99)}”`;
  expect(fileNameOf("pdf", "Fines", long, "2026-11-20")).toMatch(
    /^fines-only-.{50,60}-2026-11-20\.pdf$/,
  );
});
