import type { jsPDF } from "jspdf";
import { linesOf, newPdf, type, writable } from "./pdfType.ts";
import type { Told } from "./useGoing.tsx";

export interface PaperColumn {
  label: string;
  /** At most, in mm: it is as wide as what stands in it. A column without one takes what is left. */
  width?: number | undefined;
  /** Money. */
  right?: boolean | undefined;
}

export interface Paper {
  building: string;
  title: string;
  /** In words. */
  date: string;
  /** Whom it is for: name, then unit. Empty lines are left out. */
  addressee: string[];
  /** Under the title: the period, and what else has to be known about the rows. */
  notes: string[];
  columns: PaperColumn[];
  rows: string[][];
  /** Under the column of money: what, how much. The last is what matters. */
  totals: [label: string, amount: string][];
  fileName: string;
}

// In mm on A4.
const page = { width: 210, height: 297, margin: 20 };
const right = page.width - page.margin;
const inner = page.width - 2 * page.margin;
/** The last baseline of the table; the foot of the page is below. */
const bottom = page.height - 27;
const line = 4.8;
const gap = 4;
const ink = "#2a221d";
const soft = "#5e5249";
const clay = "#9c4126";
const rule = "#dccfba";

/**
 * Saves a list as a letter of the body corporate. Its text can be selected and searched.
 * @returns whether it was saved: it may be stopped
 */
export async function savePdf(paper: Paper, told: Told): Promise<boolean> {
  const pdf = await newPdf();
  pdf.setProperties({ title: `${paper.title}, ${paper.building}`, creator: "Stoep" });
  pdf.setLanguage("en-ZA");
  const table = { pdf, columns: placed(pdf, paper) };
  let y = tableHead(table, letterhead(pdf, paper));
  let rested = performance.now();
  for (const [written, row] of paper.rows.entries()) {
    y = tableRow(table, row, y);
    // So that the page stays alive while thousands of rows are written.
    if (performance.now() - rested > 30) {
      await new Promise((resolve) => setTimeout(resolve));
      if (!told("Written", written, paper.rows.length)) return false;
      rested = performance.now();
    }
  }
  totals(table, paper.totals, y);
  footers(pdf, paper);
  await pdf.save(paper.fileName, { returnPromise: true });
  return true;
}

interface Placed extends PaperColumn {
  x: number;
  width: number;
}

interface Table {
  pdf: jsPDF;
  columns: Placed[];
}

/** Where each column stands, for what is in its rows. */
function placed(pdf: jsPDF, { columns, rows }: Paper): Placed[] {
  const widths = columns.map(({ label, width }, index) => {
    if (width === undefined) return undefined;
    headType(pdf);
    const head = pdf.getTextWidth(label);
    rowType(pdf);
    const texts = new Set(rows.map((row) => writable(pdf, row[index] ?? "")));
    const widest = Math.max(head, ...[...texts].map((text) => pdf.getTextWidth(text)));
    // A hair more, so that the widest is not broken by rounding.
    return Math.min(width, widest + gap + 0.1);
  });
  const taken = widths.reduce<number>((sum, width = 0) => sum + width, 0);
  const free = (inner - taken) / widths.filter((width) => width === undefined).length;
  let x = page.margin;
  return columns.map((column, index) => {
    const width = widths[index] ?? free;
    x += width;
    return { ...column, width, x: x - width };
  });
}

const headType = (pdf: jsPDF) => type(pdf, 8.5, "bold", soft);
const rowType = (pdf: jsPDF) => type(pdf, 9, "normal", ink);

/** Name, rule, whom it is for and about when. Answers where the table begins. */
function letterhead(pdf: jsPDF, { building, date, title, addressee, notes }: Paper): number {
  type(pdf, 17, "bold", clay);
  let y = block(pdf, building, 26, 7);
  type(pdf, 9, "normal", soft);
  pdf.text("Body corporate", page.margin, y - 1.5);
  pdf.text(date, right, y - 1.5, { align: "right" });
  across(pdf, y + 2, clay, 0.5);
  type(pdf, 10, "normal", ink);
  y = block(pdf, addressee.filter(Boolean).join("\n"), y + 12, 5);
  type(pdf, 14, "bold", ink);
  y = block(pdf, title, y + 9, 6);
  type(pdf, 9.5, "normal", soft);
  return block(pdf, notes.join("\n"), y, line) + 7;
}

/** Writes lines over the whole width; answers where the next would be. */
function block(pdf: jsPDF, text: string, y: number, height: number): number {
  const lines = linesOf(pdf, text, inner);
  for (const [index, each] of lines.entries()) pdf.text(each, page.margin, y + index * height);
  return y + lines.length * height;
}

const across = (pdf: jsPDF, y: number, colour: string, width: number) =>
  pdf.setDrawColor(colour).setLineWidth(width).line(page.margin, y, right, y);

/** The columns' names and a line under them. Answers the first row's baseline. */
function tableHead({ pdf, columns }: Table, y: number): number {
  headType(pdf);
  const names = cellsOf(
    pdf,
    columns,
    columns.map(({ label }) => label),
  );
  const under = y + (tallest(names) - 1) * line;
  // A name of one line stands on the rule, beside those of two.
  for (const [index, column] of columns.entries()) {
    const name = names[index] ?? [];
    cell(pdf, column, name, under - (name.length - 1) * line);
  }
  across(pdf, under + 2, soft, 0.3);
  return under + 2 + 5;
}

/** One row; what a page cannot hold goes on under the head of the next. Answers the next baseline. */
function tableRow(table: Table, row: string[], y: number): number {
  const { pdf, columns } = table;
  rowType(pdf);
  let cells = cellsOf(pdf, columns, row);
  let top = y;
  if (tallest(cells) > linesBelow(top) && tallest(cells) <= fullPage) top = nextPage(table);
  for (;;) {
    rowType(pdf);
    const room = Math.min(linesBelow(top), tallest(cells));
    for (const [index, column] of columns.entries())
      cell(pdf, column, cells[index]?.slice(0, room) ?? [], top);
    cells = cells.map((lines) => lines.slice(room));
    if (tallest(cells) > 0) {
      top = nextPage(table);
      continue;
    }
    const under = top + (room - 1) * line + 2;
    across(pdf, under, rule, 0.15);
    return under + 5;
  }
}

const cellsOf = (pdf: jsPDF, columns: Placed[], texts: string[]) =>
  columns.map(({ width }, index) => linesOf(pdf, texts[index] ?? "", width - gap));

const tallest = (cells: string[][]) => Math.max(...cells.map(({ length }) => length));

/** How many lines of a row have room from a baseline on. */
const linesBelow = (y: number) => Math.max(0, Math.floor((bottom - y) / line) + 1);
/** How many a page has under its head. */
const fullPage = linesBelow(page.margin + 15);

function nextPage(table: Table): number {
  table.pdf.addPage();
  return tableHead(table, page.margin + 5);
}

function cell(pdf: jsPDF, column: Placed, lines: string[], y: number) {
  for (const [index, each] of lines.entries())
    if (column.right) pdf.text(each, edge(column), y + index * line, { align: "right" });
    else pdf.text(each, column.x, y + index * line);
}

/** Where figures end: before the next column, or at the margin. */
const edge = ({ x, width }: Placed) => (x + width < right - 0.01 ? x + width - gap : right);

function totals(table: Table, rows: Paper["totals"], y: number) {
  const { pdf, columns } = table;
  const money = columns.find((column) => column.right);
  if (!money || rows.length === 0) return;
  const height = rows.length * 6;
  let top = y + 2;
  if (top + height > bottom) top = nextPage(table);
  type(pdf, 9.5, "bold", ink);
  const widest = Math.max(...rows.map(([, amount]) => pdf.getTextWidth(writable(pdf, amount))));
  const labels = edge(money) - widest - 2 * gap;
  for (const [index, [label, amount]] of rows.entries()) {
    type(pdf, 9.5, index === rows.length - 1 ? "bold" : "normal", ink);
    pdf.text(writable(pdf, label), labels, top, { align: "right" });
    pdf.text(writable(pdf, amount), edge(money), top, { align: "right" });
    top += 6;
  }
}

function footers(pdf: jsPDF, { building, title }: Paper) {
  const pages = pdf.getNumberOfPages();
  const y = page.height - 14;
  for (let number = 1; number <= pages; number += 1) {
    pdf.setPage(number);
    type(pdf, 8, "normal", soft);
    const [name = "", more] = linesOf(pdf, `${title} \u00b7 ${building}`, inner - 35);
    pdf.text(more ? `${name} \u2026` : name, page.margin, y);
    pdf.text(`Page ${number} of ${pages}`, right, y, { align: "right" });
  }
}
