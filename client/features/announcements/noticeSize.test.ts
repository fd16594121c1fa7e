import { expect, test } from "vitest";
import { noticeSize } from "./noticeSize.ts";

const wideOf = (word: string) => word.length / 2;

test.each([
  ["a few words", "Water is off on Tuesday from 9 to 12.", 72],
  ["a paragraph", "The lift is being serviced. ".repeat(10), 36],
  ["a long word, which is not broken", "Elektrisiteitsvoorsieningskommissie", 24],
  ["many short lines", Array(30).fill("bread").join("\n"), 12],
  ["all that an announcement may be", "water ".repeat(333), 14],
  ["one word without an end", "x".repeat(2000), 14],
  ["more lines than a page has", "\n".repeat(1999), 11],
])("%s", (_, message, size) => {
  expect(noticeSize(message, wideOf)).toBe(size);
});
