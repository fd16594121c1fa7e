import { jsPDF } from "jspdf";

export interface PaperColumn {
  label: string;
  /** In mm; a column without one takes what is left. */
  width?: number;
  /** Money. */
  right?: boolean;
}

export interface Paper {
  building: string;
  title: string;
  /** Whom it is for: name, then unit. Empty lines are left out. */
  addressee: string[];
  period: string;
  columns: PaperColumn[];
  rows: string[][];
  /** Under the table: what, how much. */
  totals?: [label: string, amount: string][];
  fileName: string;
}

// In mm on A4.
const page = { width: 210, height: 297, margin: 20, foot: 18 };
const inner = page.width - 2 * page.margin;
const line = 5;
const gap = 3;
const ink = "#2a221d";
const soft = "#5e5249";
const clay = "#9c4126";

/** Saves a list as a letter of the body corporate. Its text can be selected and searched. */
export async function savePdf(paper: Paper): Promise<void> {
  const pdf = new jsPDF({ unit: "mm", format: "a4" });
  pdf.setProperties({ title: `${paper.title}, ${paper.building}`, creator: "Stoep" });
  const columns = placed(paper.columns);
  let y = letterhead(pdf, paper);
  y = tableHead(pdf, columns, y);
  for (const row of paper.rows) y = tableRow(pdf, columns, row, y);
  totals(pdf, paper.totals ?? [], y);
  footers(pdf, paper);
  await pdf.save(paper.fileName, { returnPromise: true });
}

interface Placed extends PaperColumn {
  x: number;
  width: number;
}

function placed(columns: PaperColumn[]): Placed[] {
  const taken = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const free = (inner - taken) / columns.filter(({ width }) => width === undefined).length;
  let x = page.margin;
  return columns.map((column) => {
    const width = column.width ?? free;
    x += width;
    return { ...column, width, x: x - width };
  });
}

function type(pdf: jsPDF, size: number, weight: "normal" | "bold", colour = ink) {
  pdf.setFont("helvetica", weight).setFontSize(size).setTextColor(colour);
}

/** Name, rule, whom it is for and about when. Answers where the table begins. */
function letterhead(pdf: jsPDF, { building, title, addressee, period }: Paper): number {
  type(pdf, 16, "bold", clay);
  pdf.text(plain(building), page.margin, 26);
  type(pdf, 9, "normal", soft);
  const today = new Intl.DateTimeFormat("en-ZA", { dateStyle: "long" }).format(new Date());
  pdf.text("Body corporate", page.margin, 31.5);
  pdf.text(today, page.width - page.margin, 31.5, { align: "right" });
  pdf
    .setDrawColor(clay)
    .setLineWidth(0.5)
    .line(page.margin, 35, page.width - page.margin, 35);
  type(pdf, 10.5, "normal");
  const lines = addressee.filter(Boolean).map(plain);
  pdf.text(lines, page.margin, 45);
  const top = 45 + lines.length * line + 8;
  type(pdf, 14, "bold");
  pdf.text(plain(title), page.margin, top);
  type(pdf, 10, "normal", soft);
  pdf.text(plain(period), page.margin, top + 6);
  return top + 15;
}

function tableHead(pdf: jsPDF, columns: Placed[], y: number): number {
  type(pdf, 9, "bold", soft);
  for (const column of columns) cell(pdf, column, [column.label], y);
  pdf
    .setDrawColor(soft)
    .setLineWidth(0.3)
    .line(page.margin, y + 2, page.width - page.margin, y + 2);
  return y + 2 + gap + 3;
}

function tableRow(pdf: jsPDF, columns: Placed[], row: string[], y: number): number {
  type(pdf, 10, "normal");
  const cells = columns.map(({ width }, index): string[] =>
    pdf.splitTextToSize(plain(row[index] ?? ""), width - gap),
  );
  const height = Math.max(...cells.map(({ length }) => length)) * line;
  let top = y;
  if (top + height > page.height - page.foot - page.margin) {
    pdf.addPage();
    top = tableHead(pdf, columns, page.margin + 6);
    type(pdf, 10, "normal");
  }
  for (const [index, column] of columns.entries()) cell(pdf, column, cells[index] ?? [], top);
  const under = top + height - 2;
  pdf
    .setDrawColor("#dccfba")
    .setLineWidth(0.15)
    .line(page.margin, under, page.width - page.margin, under);
  return top + height + gap;
}

const cell = (pdf: jsPDF, { x, width, right }: Placed, lines: string[], y: number) =>
  right
    ? pdf.text(lines, x + width, y, { align: "right", lineHeightFactor: 1.4 })
    : pdf.text(lines, x, y, { lineHeightFactor: 1.4 });

function totals(pdf: jsPDF, rows: [string, string][], y: number) {
  let top = y + gap;
  for (const [label, amount] of rows) {
    if (top > page.height - page.foot - page.margin) {
      pdf.addPage();
      top = page.margin + 6;
    }
    type(pdf, 11, "bold");
    pdf.text(plain(label), page.width - page.margin - 40, top, { align: "right" });
    pdf.text(plain(amount), page.width - page.margin, top, { align: "right" });
    top += line + 2;
  }
}

function footers(pdf: jsPDF, { building, title }: Paper) {
  const pages = pdf.getNumberOfPages();
  for (let number = 1; number <= pages; number += 1) {
    pdf.setPage(number);
    type(pdf, 8.5, "normal", soft);
    const y = page.height - page.foot + 4;
    pdf.text(`${plain(building)} · ${plain(title)}`, page.margin, y);
    pdf.text(`Page ${number} of ${pages}`, page.width - page.margin, y, { align: "right" });
  }
}

/** The PDF's own fonts have Western letters only: others lose their marks, or become a question mark. */
const plain = (text: string): string =>
  [...text.replace(/[\u00a0\u202f]/g, " ").replace(/[\u2018\u2019]/g, "'")]
    .map((letter) => (letter <= "\u00ff" ? letter : (bare[letter] ?? bareOf(letter))))
    .join("");

const bare: Record<string, string> = {
  "\u2013": "-",
  "\u2014": "-",
  "\u201c": '"',
  "\u201d": '"',
  "\u2026": "...",
};

function bareOf(letter: string): string {
  const [first = ""] = letter.normalize("NFD");
  return first <= "\u00ff" ? first : "?";
}
