import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Piece, piecesOf } from "../e2e/pdfText.ts";
import { type Paper, saveLetters, savePdf } from "./pdf.ts";

// Tests where pages end and what comes after the last row. e2e/papers.release.spec.ts tests the exports of
// whole screens.

const fonts = createRequire(import.meta.url);
beforeAll(() => {
  const folders: Record<string, string> = {
    "NotoSans_400Regular.ttf": "400Regular",
    "NotoSans_600SemiBold.ttf": "600SemiBold",
  };
  vi.stubGlobal("fetch", async (address: string) => {
    const name = basename(address);
    const path = fonts.resolve(`@expo-google-fonts/noto-sans/${folders[name]}/${name}`);
    return new Response(new Uint8Array(readFileSync(path)));
  });
  return () => vi.unstubAllGlobals();
});

const mm = 72 / 25.4;
/** Only the footer of the page is below this. */
const bottom = 27 * mm;
const totals: Paper["totals"] = [
  ["Paid", "R1.00"],
  ["Pending...", "R20.00"],
  ["Total", "R300.00"],
  ["Still unpaid", "R4 000.00"],
];

/** The letters that the last statement lacks. */
let lacked: readonly string[] = [];

function statementOf(rows: string[][]): Paper {
  const folder = mkdtempSync(join(tmpdir(), "stoep-pdf-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return {
    building: "The Court",
    title: "Statement of fines",
    date: "22 November 2026",
    addressee: ["Thandi Mokoena", "Unit 3"],
    notes: ["Period: November 2026"],
    columns: [{ label: "Reason" }, { label: "Amount", width: 40, right: true }],
    rows,
    totals,
    fileName: join(folder, "statement.pdf"),
  };
}

/** Exports a statement with these fines, and reads back its text. */
async function statement(rows: string[][]): Promise<Piece[]> {
  const paper = statementOf(rows);
  const saved = await savePdf(
    paper,
    () => true,
    async (letters) => {
      lacked = letters;
      return true;
    },
  );
  expect(saved).toBe(true);
  return piecesOf(readFileSync(paper.fileName));
}

const shortRows = (count: number) =>
  Array.from({ length: count }, (_, index) => [`Row ${index + 1}`, `R${index + 1}.50`]);

const isFoot = ({ y }: Piece) => y < bottom - 1;
const one = (pieces: Piece[], text: string): Piece => {
  const found = pieces.filter((piece) => piece.text === text && !isFoot(piece));
  expect(found, text).toHaveLength(1);
  return found[0] as Piece;
};

/** Checks what must be true of every PDF. */
function expectWhole(pieces: Piece[], rows: string[][]): { pages: number; sums: Piece[] } {
  const pages = Math.max(...pieces.map(({ page }) => page));
  for (let page = 1; page <= pages; page += 1) {
    const here = pieces.filter((piece) => piece.page === page);
    const head = one(here, "Reason");
    expect(one(here, "Amount").y).toBeCloseTo(head.y, 3);
    expect(here.filter(isFoot).map(({ text }) => text)).toEqual([
      "Statement of fines · The Court",
      `Page ${page} of ${pages}`,
    ]);
    // No two lines of a page overlap.
    const lines = [...new Set(here.map(({ y }) => Math.round(y * 10) / 10))].sort((a, b) => a - b);
    for (const [index, y] of lines.slice(1).entries())
      expect(y - (lines[index] ?? 0), `line ${index} of page ${page}`).toBeGreaterThan(8);
  }
  for (const text of rows.flatMap(([, amount = ""]) => amount)) one(pieces, text);
  const sums = totals.map(([label, amount]) => {
    const [name, sum] = [one(pieces, label), one(pieces, amount)];
    expect([name.page, name.y]).toEqual([sum.page, sum.y]);
    expect(name.right).toBeLessThan(sum.left);
    return sum;
  });
  const [first] = pieces.filter(({ text }) => text === "Amount");
  for (const { page, right } of sums) {
    expect(page).toBe(pages);
    expect(right).toBeCloseTo(first?.right ?? 0, 1);
  }
  expect(sums.map(({ y }) => y)).toEqual(sums.map(({ y }) => y).sort((a, b) => b - a));
  return { pages, sums };
}

describe("rows of one line", () => {
  /** The number of pages, and whether the totals are alone on the last, by the number of rows. */
  const seen = new Map<number, { pages: number; alone: boolean }>();

  test.each(Array.from({ length: 12 }, (_, index) => 19 + index))(
    "%i of them stand above the foot of their page, and the sums stay together",
    async (count) => {
      const rows = shortRows(count);
      const pieces = await statement(rows);
      const { pages } = expectWhole(pieces, rows);
      const last = one(pieces, `R${count}.50`);
      seen.set(count, { pages, alone: last.page < pages });
    },
  );

  test("a page is filled before the next begins, and sums that have no room go on alone", () => {
    const all = [...seen.values()];
    expect(all.map(({ pages }) => pages)).toEqual(all.map(({ pages }) => pages).sort());
    expect(new Set(all.map(({ pages }) => pages))).toEqual(new Set([1, 2]));
    // Four totals take the room of some rows: with some numbers of rows the totals alone are on the second
    // page.
    expect(all.filter(({ alone }) => alone).length).toBeGreaterThanOrEqual(2);
    expect(all.filter(({ alone }) => alone).length).toBeLessThanOrEqual(5);
    expect(all.at(-1)).toEqual({ pages: 2, alone: false });
  });
});

test("a row of many lines begins on the next page, and one longer than a page goes on over it", async () => {
  const lines = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name} ${index + 1}`).join("\n");
  const rows = [
    ...shortRows(20),
    [lines(20, "whole"), "R1 000.00"],
    [lines(80, "long"), "R2 000.00"],
  ];
  const pieces = await statement(rows);
  const { pages } = expectWhole(pieces, rows);
  expect(pages).toBeGreaterThan(3);
  const whole = Array.from({ length: 20 }, (_, index) => one(pieces, `whole ${index + 1}`).page);
  expect(new Set(whole)).toEqual(new Set([2]));
  const long = Array.from({ length: 80 }, (_, index) => one(pieces, `long ${index + 1}`).page);
  expect(long).toEqual([...long].sort((a, b) => a - b));
  expect(new Set(long).size).toBeGreaterThanOrEqual(2);
});

test("the letters that the PDF cannot write are named, each once, before anything is saved", async () => {
  await statement([["Zoë’s ũ and ṱ, ł, ß, Ж and Ω 5 m²", "R1.00"]]);
  expect(lacked).toEqual([]);
  const pieces = await statement([["前田 שרה 🔧 前 सिंह", "R1.00"]]);
  expect(lacked).toEqual([..."前田שרה🔧सिंह"]);
  expect(pieces.map(({ text }) => text).join(" ")).toContain("\ufffd\ufffd");
});

test("each of several letters counts its own pages and says there whose it is", async () => {
  const [one, other] = [statementOf(shortRows(40)), statementOf(shortRows(2))];
  const letters = [one, { ...other, addressee: ["Pieter van Wyk"] }];
  await saveLetters(letters, { title: "Letters", fileName: one.fileName }, async () => true);
  const feet = (await piecesOf(readFileSync(one.fileName))).filter(isFoot);
  const footOf = (name: string, at: number, of: number) => [
    `Statement of fines · ${name} · The Court`,
    `Page ${at} of ${of}`,
  ];
  expect(feet.map(({ text }) => text)).toEqual([
    ...footOf("Thandi Mokoena", 1, 2),
    ...footOf("Thandi Mokoena", 2, 2),
    ...footOf("Pieter van Wyk", 1, 1),
  ]);
});
