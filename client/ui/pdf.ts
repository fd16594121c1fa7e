import type { jsPDF } from "jspdf";
import { linesOf, newPdf, type, writable } from "./pdfType.ts";
import type { OnProgress } from "./useProgress.tsx";

interface PaperColumn {
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
  /** Many rows of many columns: small, close together and across the longer side. */
  dense?: boolean;
}

/** How a list lies on A4: in mm, and its letters in points. */
interface Layout {
  width: number;
  height: number;
  margin: number;
  /** From the lower edge to the last baseline of the table; the foot of the page is below. */
  foot: number;
  /** From one line to the next, and from a row's last line to its rule and on to the next row. */
  line: number;
  under: number;
  above: number;
  /** Between two columns. */
  gap: number;
  head: number;
  row: number;
}

const letter: Layout = {
  width: 210,
  height: 297,
  margin: 20,
  foot: 27,
  line: 4.8,
  under: 2,
  above: 5,
  gap: 4,
  head: 8.5,
  row: 9,
};
const register: Layout = {
  width: 297,
  height: 210,
  margin: 12,
  foot: 17,
  line: 3.2,
  under: 1,
  above: 3.3,
  gap: 3,
  head: 7.5,
  row: 7.5,
};
const rightOf = ({ width, margin }: Layout) => width - margin;
const innerOf = ({ width, margin }: Layout) => width - 2 * margin;
const bottomOf = ({ height, foot }: Layout) => height - foot;
const ink = "#2a221d";
const soft = "#5e5249";
const clay = "#9c4126";
const rule = "#dccfba";

/**
 * Saves a list as a letter of the body corporate. Its text can be selected and searched.
 * @returns whether it was saved: it may be stopped
 */
export async function savePdf(paper: Paper, onProgress: OnProgress): Promise<boolean> {
  const pdf = await newPdf(paper.dense ? "landscape" : "portrait");
  const layout = paper.dense ? register : letter;
  pdf.setProperties({ title: `${paper.title}, ${paper.building}`, creator: "Stoep" });
  pdf.setLanguage("en-ZA");
  const table = { pdf, layout, columns: placed(pdf, layout, paper) };
  let y = tableHead(table, letterhead(pdf, layout, paper));
  let rested = performance.now();
  for (const [written, row] of paper.rows.entries()) {
    y = tableRow(table, row, y);
    // So that the page stays alive while thousands of rows are written.
    if (performance.now() - rested > 30) {
      await new Promise((resolve) => setTimeout(resolve));
      if (!onProgress("Written", written, paper.rows.length)) return false;
      rested = performance.now();
    }
  }
  totals(table, paper.totals, y);
  footers(pdf, layout, paper);
  await pdf.save(paper.fileName, { returnPromise: true });
  return true;
}

interface Placed extends PaperColumn {
  x: number;
  width: number;
}

interface Table {
  pdf: jsPDF;
  layout: Layout;
  columns: Placed[];
}

/** Where each column stands, for what is in its rows. */
function placed(pdf: jsPDF, layout: Layout, { columns, rows }: Paper): Placed[] {
  const widths = columns.map(({ label, width }, index) => {
    if (width === undefined) return undefined;
    headType(pdf, layout);
    const head = pdf.getTextWidth(label);
    rowType(pdf, layout);
    const texts = new Set(rows.map((row) => writable(pdf, row[index] ?? "")));
    const widest = Math.max(head, ...[...texts].map((text) => pdf.getTextWidth(text)));
    // A hair more, so that the widest is not broken by rounding.
    return Math.min(width, widest + layout.gap + 0.1);
  });
  const taken = widths.reduce<number>((sum, width = 0) => sum + width, 0);
  const free = (innerOf(layout) - taken) / widths.filter((width) => width === undefined).length;
  let x = layout.margin;
  return columns.map((column, index) => {
    const width = widths[index] ?? free;
    x += width;
    return { ...column, width, x: x - width };
  });
}

const headType = (pdf: jsPDF, { head }: Layout) => type(pdf, head, "bold", soft);
const rowType = (pdf: jsPDF, { row }: Layout) => type(pdf, row, "normal", ink);

/** Name, rule, whom it is for and about when. Answers where the table begins. */
function letterhead(pdf: jsPDF, layout: Layout, paper: Paper): number {
  const { building, date, title, addressee, notes } = paper;
  const { margin } = layout;
  type(pdf, 17, "bold", clay);
  let y = block(pdf, layout, building, margin + 6, 7);
  type(pdf, 9, "normal", soft);
  pdf.text("Body corporate", margin, y - 1.5);
  pdf.text(date, rightOf(layout), y - 1.5, { align: "right" });
  across(pdf, layout, y + 2, clay, 0.5);
  type(pdf, 10, "normal", ink);
  y = block(pdf, layout, addressee.filter(Boolean).join("\n"), y + 12, 5);
  type(pdf, 14, "bold", ink);
  y = block(pdf, layout, title, y + 9, 6);
  type(pdf, 9.5, "normal", soft);
  return block(pdf, layout, notes.join("\n"), y, 4.8) + 7;
}

/** Writes lines over the whole width; answers where the next would be. */
function block(pdf: jsPDF, layout: Layout, text: string, y: number, height: number): number {
  const lines = linesOf(pdf, text, innerOf(layout));
  for (const [index, each] of lines.entries()) pdf.text(each, layout.margin, y + index * height);
  return y + lines.length * height;
}

const across = (pdf: jsPDF, layout: Layout, y: number, colour: string, width: number) =>
  pdf.setDrawColor(colour).setLineWidth(width).line(layout.margin, y, rightOf(layout), y);

/** The columns' names and a line under them. Answers the first row's baseline. */
function tableHead(table: Table, y: number): number {
  const { pdf, layout, columns } = table;
  const { line, under, above } = layout;
  headType(pdf, layout);
  const names = cellsOf(
    table,
    columns.map(({ label }) => label),
  );
  const last = y + (tallest(names) - 1) * line;
  // A name of one line stands on the rule, beside those of two.
  for (const [index, column] of columns.entries()) {
    const name = names[index] ?? [];
    cell(table, column, name, last - (name.length - 1) * line);
  }
  across(pdf, layout, last + under, soft, 0.3);
  return last + under + above;
}

/** One row; what a page cannot hold goes on under the head of the next. Answers the next baseline. */
function tableRow(table: Table, row: string[], y: number): number {
  const { pdf, layout, columns } = table;
  rowType(pdf, layout);
  let cells = cellsOf(table, row);
  let top = y;
  if (tallest(cells) > linesBelow(layout, top) && tallest(cells) <= fullPage(layout))
    top = nextPage(table);
  for (;;) {
    rowType(pdf, layout);
    const room = Math.min(linesBelow(layout, top), tallest(cells));
    for (const [index, column] of columns.entries())
      cell(table, column, cells[index]?.slice(0, room) ?? [], top);
    cells = cells.map((lines) => lines.slice(room));
    if (tallest(cells) > 0) {
      top = nextPage(table);
      continue;
    }
    const end = top + (room - 1) * layout.line + layout.under;
    across(pdf, layout, end, rule, 0.15);
    return end + layout.above;
  }
}

const cellsOf = ({ pdf, layout, columns }: Table, texts: string[]) =>
  columns.map(({ width }, index) => linesOf(pdf, texts[index] ?? "", width - layout.gap));

const tallest = (cells: string[][]) => Math.max(...cells.map(({ length }) => length));

/** How many lines of a row have room from a baseline on. */
const linesBelow = (layout: Layout, y: number) =>
  Math.max(0, Math.floor((bottomOf(layout) - y) / layout.line) + 1);
/** How many a page has under its head. */
const fullPage = (layout: Layout) => linesBelow(layout, layout.margin + 15);

function nextPage(table: Table): number {
  table.pdf.addPage();
  return tableHead(table, table.layout.margin + 5);
}

function cell({ pdf, layout }: Table, column: Placed, lines: string[], y: number) {
  for (const [index, each] of lines.entries())
    if (column.right)
      pdf.text(each, edge(layout, column), y + index * layout.line, { align: "right" });
    else pdf.text(each, column.x, y + index * layout.line);
}

/** Where figures end: before the next column, or at the margin. */
const edge = (layout: Layout, { x, width }: Placed) =>
  x + width < rightOf(layout) - 0.01 ? x + width - layout.gap : rightOf(layout);

function totals(table: Table, rows: Paper["totals"], y: number) {
  const { pdf, layout, columns } = table;
  const money = columns.find((column) => column.right);
  if (!money || rows.length === 0) return;
  const height = rows.length * 6;
  let top = y + 2;
  if (top + height > bottomOf(layout)) top = nextPage(table);
  type(pdf, 9.5, "bold", ink);
  const widest = Math.max(...rows.map(([, amount]) => pdf.getTextWidth(writable(pdf, amount))));
  const labels = edge(layout, money) - widest - 2 * layout.gap;
  for (const [index, [label, amount]] of rows.entries()) {
    type(pdf, 9.5, index === rows.length - 1 ? "bold" : "normal", ink);
    pdf.text(writable(pdf, label), labels, top, { align: "right" });
    pdf.text(writable(pdf, amount), edge(layout, money), top, { align: "right" });
    top += 6;
  }
}

function footers(pdf: jsPDF, layout: Layout, { building, title }: Paper) {
  const pages = pdf.getNumberOfPages();
  const y = layout.height - layout.foot / 2;
  for (let number = 1; number <= pages; number += 1) {
    pdf.setPage(number);
    type(pdf, 8, "normal", soft);
    const [name = "", more] = linesOf(pdf, `${title} \u00b7 ${building}`, innerOf(layout) - 35);
    pdf.text(more ? `${name} \u2026` : name, layout.margin, y);
    pdf.text(`Page ${number} of ${pages}`, rightOf(layout), y, { align: "right" });
  }
}
