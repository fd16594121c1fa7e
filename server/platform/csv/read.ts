import Papa from "papaparse";
import { boundedRow } from "./bounds.ts";
import { csvError } from "./errors.ts";
import { withoutGuards } from "./formulas.ts";
import type { SheetRow } from "./sheet.ts";

export interface CsvTable {
  headings: string[];
  /** Each has as many cells as there are headings. */
  rows: SheetRow[];
}

const separators = [",", ";", "\t"];

/** A cell without surrounding spaces and without the apostrophes that an export put before signs. */
const tidy = (cell: string): string => withoutGuards(cell.trim()).trim();

const lineEndsIn = (text: string) => text.split("\n").length - 1;

interface Record {
  cells: string[];
  line: number;
  isBroken: boolean;
}

/** A byte order mark. The parser removes one, so a text that begins with one needs a second. */
const mark = "\ufeff";

/** The records of a text without empty ones, at most `most`. Its first line has the number `first`. */
function recordsOf(text: string, delimiter: string, first: number, most: number): Record[] {
  const records: Record[] = [];
  let [at, line] = [0, first];
  Papa.parse<string[]>(text.startsWith(mark) ? mark + text : text, {
    delimiter,
    newline: "\n",
    step: ({ data: cells, errors, meta }, parser) => {
      const isFilled = cells.some((cell) => cell.trim() !== "");
      if (isFilled) records.push({ cells, line, isBroken: errors.length > 0 });
      // Line ends within quotes count too, so the number is the one an editor shows.
      line += lineEndsIn(text.slice(at, meta.cursor));
      at = meta.cursor;
      if (records.length >= most) parser.abort();
    },
  });
  return records;
}

/** A title may stand above the headings, and has no separators in it. */
const headingLines = 10;
const lettersOfTitles = 16_384;

/** The separator that gives the most columns in the first line that has more than one. */
function separatorOf(text: string): string {
  // Titles are short, so only the first line is read whole however long it is.
  for (const [part, lines] of [
    [text, 1],
    [text.slice(0, lettersOfTitles), headingLines],
  ] as const) {
    const widths: number[][] = [];
    for (const separator of separators) {
      const head = recordsOf(part, separator, 1, lines);
      widths.push(head.slice(0, lines).map(({ cells }) => cells.length));
    }
    for (let line = 0; line < lines; line += 1) {
      const here = widths.map((each) => each[line] ?? 0);
      const widest = Math.max(...here);
      if (widest > 1) return separators[here.indexOf(widest)] ?? ",";
    }
  }
  return ",";
}

const brokenQuotes =
  "has a quotation mark at the start of a cell but none at its end, so the lines after it may have run together. Delete it, or put another at the end of the cell";
const tooWide =
  "has more cells than there are headings. If a cell has a comma or semicolon in it, put quotation marks around that cell";

/** A first line such as `sep=;` may name the separator. @throws imports.too_many_columns */
export function readLines(given: string, most: number): SheetRow[] {
  const whole = given.replace(/\r\n?/g, "\n");
  const named = /^\s*"?sep=(.)"?[^\S\n]*\n/i.exec(whole);
  const text = whole.slice(named?.[0].length ?? 0);
  const first = 1 + lineEndsIn(named?.[0] ?? "");
  const separator = named?.[1] ?? separatorOf(text);
  const records = recordsOf(text, separator, first, most);
  return records.map(({ cells, line, isBroken }) => ({
    line,
    cells: boundedRow(cells).map(tidy),
    width: cells.length,
    problem: isBroken ? brokenQuotes : "",
  }));
}

/**
 * The rows under the headings.
 * @param at the place of the headings among the rows; -1: there are none
 * @throws imports.empty, imports.no_rows, imports.too_many_rows
 */
export function tableOf(lines: readonly SheetRow[], at: number, maxRows: number): CsvTable {
  const rest = lines.slice(at + 1);
  if (lines.length === 0) throw csvError("imports.empty", { field: "file" });
  if (rest.length === 0) throw csvError("imports.no_rows", { field: "file" });
  if (rest.length > maxRows) throw csvError("imports.too_many_rows", { field: "file" });
  const { cells: head = [], width: most = Number.POSITIVE_INFINITY } = lines[at] ?? {};
  // More cells than the line of the headings has in all come from a comma; else a heading is missing.
  const isTooWide = (row: SheetRow) =>
    (row.width ?? 0) > most && widthOf(row.cells) > widthOf(head);
  const sound = rest.filter((row) => !isTooWide(row));
  const width = Math.max(widthOf(head), ...sound.map(({ cells }) => widthOf(cells)));
  const headings = Array.from({ length: width }, (_, column) => head[column] ?? "");
  const rows = rest.map((row) => ({
    line: row.line,
    cells: headings.map((_, column) => row.cells[column] ?? ""),
    problem: row.problem || (isTooWide(row) ? tooWide : ""),
  }));
  return { headings, rows };
}

/** The number of columns, without the empty ones that spreadsheets add to every line. */
const widthOf = (cells: readonly string[]) => cells.findLastIndex(Boolean) + 1;
