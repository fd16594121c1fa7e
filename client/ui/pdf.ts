import type { jsPDF } from "jspdf";
import { autoTable, type Styles, type UserOptions } from "jspdf-autotable";
import {
  footers,
  ink,
  innerOf,
  type Layout,
  type Letter,
  letter,
  letterhead,
  register,
  rule,
  soft,
  writeLines,
} from "./pdfLetter.ts";
import { linesOf, missingLetters, newPdf, type, writable } from "./pdfType.ts";
import type { OnProgress } from "./useProgress.tsx";

interface PaperColumn {
  label: string;
  /** The largest width in mm; a column without one takes the remaining width. */
  width?: number | undefined;
  right?: boolean | undefined;
}

export interface LetterWithTable extends Letter {
  /** Paragraphs before the table and after it. */
  before?: readonly string[];
  after?: readonly string[];
  columns: PaperColumn[];
  rows: string[][];
  /** Below the column of money. The last one is emphasized. */
  totals: [label: string, amount: string][];
}

export interface Paper extends LetterWithTable {
  fileName: string;
  /** For many rows and columns: small type, tight lines, landscape. */
  dense?: boolean;
}

/** Rows written in one go; in between the page can react, as there may be thousands. */
const step = 20;

/** Is asked with the letters that the font lacks whether to go on. */
type MayLack = (letters: readonly string[]) => Promise<boolean>;

/** @returns whether it was saved */
export async function savePdf(
  paper: Paper,
  onProgress: OnProgress,
  mayLack: MayLack,
): Promise<boolean> {
  const layout = paper.dense ? register : letter;
  const pdf = await newPdf(paper.dense ? "landscape" : "portrait");
  if (!(await mayLack(missingLetters(pdf, textsOf(paper))))) return false;
  prepare(pdf, layout, `${paper.title}, ${paper.building}`);
  if (!(await write(pdf, layout, paper, onProgress))) return false;
  footers(pdf, layout, paper);
  await pdf.save(paper.fileName, { returnPromise: true });
  return true;
}

/** Saves letters as one PDF, each beginning on a page of its own. @returns whether it was saved */
export async function saveLetters(
  letters: readonly LetterWithTable[],
  { title, fileName }: { title: string; fileName: string },
  mayLack: MayLack,
): Promise<boolean> {
  const pdf = await newPdf("portrait");
  if (!(await mayLack(missingLetters(pdf, letters.flatMap(textsOf))))) return false;
  prepare(pdf, letter, title);
  for (const [index, each] of letters.entries()) {
    if (index > 0) pdf.addPage();
    const first = pdf.getNumberOfPages();
    await write(pdf, letter, each, () => true);
    footers(pdf, letter, { ...each, title: `${each.title} \u00b7 ${each.addressee[0]}` }, first);
    // Other work on the page goes on between two letters.
    await new Promise((resolve) => setTimeout(resolve));
  }
  await pdf.save(fileName, { returnPromise: true });
  return true;
}

function prepare(pdf: jsPDF, layout: Layout, title: string) {
  pdf.setProperties({ title, creator: "Stoep" });
  pdf.setLanguage("en-ZA");
  pdf.setLineHeightFactor((layout.line * pdf.internal.scaleFactor) / layout.row);
}

/** @returns whether it was written to its end */
async function write(
  pdf: jsPDF,
  layout: Layout,
  paper: LetterWithTable,
  onProgress: OnProgress,
): Promise<boolean> {
  const top = paragraphs(pdf, layout, paper.before, letterhead(pdf, layout, paper));
  const table = { pdf, layout, columns: measured(pdf, layout, paper), headed: 0, headHeight: 0 };
  let y = tableHead(table, top);
  for (let written = 0; written < paper.rows.length; written += step) {
    if (written > 0) {
      await new Promise((resolve) => setTimeout(resolve));
      if (!onProgress("Written", written, paper.rows.length)) return false;
    }
    y = tableRows(table, paper.rows.slice(written, written + step), y);
  }
  paragraphs(pdf, layout, paper.after, totals(table, paper.totals, y));
  return true;
}

function textsOf(paper: LetterWithTable): string[] {
  const { building, title, addressee, notes, before = [], after = [], columns, rows } = paper;
  const words = [building, title, ...addressee, ...notes, ...before, ...after];
  return [...words, ...columns.map(({ label }) => label), ...rows.flat()];
}

const line = 5;

/** @returns where what follows them begins, in mm */
function paragraphs(
  pdf: jsPDF,
  layout: Layout,
  texts: readonly string[] = [],
  from: number,
): number {
  if (texts.length === 0) return from;
  let y = from + 4;
  for (const text of texts) {
    type(pdf, 10.5, "normal", ink);
    const lines = linesOf(pdf, text, innerOf(layout)).length;
    if (y + lines * line > layout.height - layout.foot) {
      pdf.addPage();
      y = layout.margin + 6;
    }
    y = writeLines(pdf, layout, text, y, line) + 2.5;
  }
  return y - 4;
}

interface MeasuredColumn extends PaperColumn {
  width: number;
}

interface Table {
  pdf: jsPDF;
  layout: Layout;
  columns: MeasuredColumn[];
  headed: number;
  headHeight: number;
}

/** Measured over all rows, because widths from a part of them would differ between parts. */
function measured(
  pdf: jsPDF,
  layout: Layout,
  { columns, rows }: LetterWithTable,
): MeasuredColumn[] {
  const widths = columns.map(({ label, width }, index) => {
    if (width === undefined) return undefined;
    headType(pdf, layout);
    const head = pdf.getTextWidth(label);
    rowType(pdf, layout);
    const texts = new Set(rows.map((row) => writable(pdf, row[index] ?? "")));
    const widest = Math.max(head, ...[...texts].map((text) => pdf.getTextWidth(text)));
    // Slightly more, so that rounding does not break the widest text.
    return Math.min(width, widest + layout.gap + 0.1);
  });
  const taken = widths.reduce<number>((sum, width = 0) => sum + width, 0);
  const free = (innerOf(layout) - taken) / widths.filter((width) => width === undefined).length;
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? free }));
}

const headType = (pdf: jsPDF, { head }: Layout) => type(pdf, head, "bold", soft);
const rowType = (pdf: jsPDF, { row }: Layout) => type(pdf, row, "normal", ink);

/** Options for both head and rows. `linesOf` breaks the lines beforehand and says why. */
const optionsOf = ({ pdf, layout }: Table): UserOptions => ({
  theme: "plain",
  tableWidth: innerOf(layout),
  styles: {
    font: "Noto Sans",
    overflow: (text, width) => linesOf(pdf, [text].flat().join("\n"), width),
  },
});

/** Figures end at the next column or the margin; text keeps a gap from it. */
const stylesOf = ({ layout: { above, gap }, columns }: Table): Partial<Styles>[] =>
  columns.map(({ width, right }, index) => {
    const atMargin = right && index === columns.length - 1;
    return {
      cellWidth: width,
      halign: right ? "right" : "left",
      cellPadding: [above, atMargin ? 0 : gap, 0, atMargin ? gap : 0],
    };
  });

function tableHead(table: Table, startY: number): number {
  const { pdf, layout, columns } = table;
  const styles = stylesOf(table);
  const end = drawn(table, {
    startY,
    margin: { top: layout.margin, bottom: layout.foot, left: layout.margin },
    head: [columns.map(({ label }, index) => ({ content: label, styles: styles[index] }))],
    headStyles: {
      fontSize: layout.head,
      fontStyle: "bold",
      textColor: soft,
      valign: "bottom",
      lineWidth: { bottom: 0.3 },
      lineColor: soft,
    },
  });
  table.headed = pdf.getNumberOfPages();
  return end;
}

/** Draws rows from `startY` on. A row that fits on one page is never split over two. */
function tableRows(table: Table, rows: string[][], startY: number): number {
  const { pdf, layout, headHeight } = table;
  return drawn(table, {
    startY,
    margin: { top: layout.margin + headHeight, bottom: layout.foot, left: layout.margin },
    body: rows.map((row) => row.map((text) => writable(pdf, text))),
    rowPageBreak: "avoid",
    columnStyles: Object.fromEntries(Object.entries(stylesOf(table))),
    bodyStyles: {
      fontSize: layout.row,
      textColor: ink,
      lineWidth: { bottom: 0.15 },
      lineColor: rule,
    },
    willDrawPage: () => {
      if (pdf.getNumberOfPages() > table.headed) tableHead(table, layout.margin);
    },
  });
}

/** @returns where this part of the table ends, in mm */
function drawn(table: Table, options: UserOptions): number {
  let end = 0;
  const didDrawPage: UserOptions["didDrawPage"] = ({ cursor, table: { head } }) => {
    end = cursor?.y ?? end;
    table.headHeight = head[0]?.height ?? table.headHeight;
  };
  autoTable(table.pdf, { ...optionsOf(table), ...options, didDrawPage });
  return end;
}

/** @returns where what follows them begins, in mm */
function totals(table: Table, rows: Paper["totals"], y: number): number {
  const { pdf, layout, columns } = table;
  const money = columns.findIndex((column) => column.right);
  if (money < 0 || rows.length === 0) return y;
  let top = y + 7;
  if (top + (rows.length - 1) * 6 > layout.height - layout.foot) {
    pdf.addPage();
    top = tableHead(table, layout.margin) + 7;
  }
  const end = columns.slice(0, money + 1).reduce((x, { width }) => x + width, layout.margin);
  const edge = money === columns.length - 1 ? end : end - layout.gap;
  type(pdf, 9.5, "bold", ink);
  const widest = Math.max(...rows.map(([, amount]) => pdf.getTextWidth(writable(pdf, amount))));
  for (const [index, [label, amount]] of rows.entries()) {
    type(pdf, 9.5, index === rows.length - 1 ? "bold" : "normal", ink);
    const labels = edge - widest - 2 * layout.gap;
    pdf.text(writable(pdf, label), labels, top, { align: "right" });
    pdf.text(writable(pdf, amount), edge, top, { align: "right" });
    top += 6;
  }
  return top;
}
