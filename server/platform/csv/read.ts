import Papa from "papaparse";
import { mapped, type Work } from "../../database/chunks.ts";
import { AppError } from "../../errors.ts";

export interface CsvRow {
  /** Where the row begins in the file, from 1. */
  line: number;
  /** As many as there are headings, tidied. */
  cells: string[];
  /** Why the row cannot be read, in words; "" when it can. */
  problem: string;
}

export interface CsvTable {
  headings: string[];
  rows: CsvRow[];
}

const separators = [",", ";", "\t"];

/** What a spreadsheet would take for a formula; our exports put an apostrophe before it, as Excel does. */
const guarded = /^'(?='*[=+\-@＝＋－＠\t\r\n])/;

/** A cell without the spaces around it and without the apostrophe that guards it. */
const tidy = (cell: string): string => cell.trim().replace(guarded, "").trim();

const lineEndsIn = (text: string) => text.split("\n").length - 1;

interface Record {
  cells: string[];
  line: number;
  isBroken: boolean;
}

/** A byte order mark: the parser takes one away, so that what begins with its own gets another. */
const mark = "\ufeff";

/** Whole lines as records, empty ones left out, and whether a cell that a quotation mark opened goes on. */
function recordsIn(lines: string, delimiter: string, first: number) {
  const records: Record[] = [];
  let [at, line, isOpen] = [0, first, false];
  Papa.parse<string[]>(lines.startsWith(mark) ? mark + lines : lines, {
    delimiter,
    newline: "\n",
    step: ({ data, errors, meta }) => {
      const cells = data.map(tidy);
      if (cells.some(Boolean)) records.push({ cells, line, isBroken: errors.length > 0 });
      // Line ends within quotes count too, so that the number is the one an editor shows.
      line += lineEndsIn(lines.slice(at, meta.cursor));
      at = meta.cursor;
      isOpen = errors.some(({ code }) => code === "MissingQuotes");
    },
  });
  return { records, isOpen };
}

/** So many letters are read at a time, to the end of their line: a few milliseconds. */
const lettersAtATime = 16_384;
/** As many pieces of work as let others be served. */
const manyPieces = 1_000;

/** Where the line ends that goes on at a place in a text. */
const lineEnd = (text: string, at: number) => text.indexOf("\n", at) + 1 || text.length;

/** The records of a file: all, or a few more than `most` where there are more. */
function* recordsOf(text: string, delimiter: string, first: number, most: number): Work<Record[]> {
  const found: Record[] = [];
  let [at, line, letters] = [0, first, lettersAtATime];
  while (at < text.length && found.length < most) {
    const end = lineEnd(text, at + letters);
    const lines = text.slice(at, end);
    const { records, isOpen } = recordsIn(lines, delimiter, line);
    yield manyPieces;
    if (isOpen && end < text.length) {
      letters *= 2;
      continue;
    }
    found.push(...records);
    line += lineEndsIn(lines);
    [at, letters] = [end, lettersAtATime];
  }
  return found;
}

/** The separator that cuts the headings into the most columns; the first line may name it: `sep=;`. */
function* separatorOf(text: string): Work<string> {
  let [best, widest] = [",", 0];
  for (const separator of separators) {
    const [head] = yield* recordsOf(text, separator, 1, 1);
    const width = head?.cells.length ?? 0;
    if (width > widest) [best, widest] = [separator, width];
  }
  return best;
}

const brokenQuotes =
  "has a quotation mark at the start of a cell but none at its end, so the lines after it may have run together. Delete it, or put another at the end of the cell";
const tooWide =
  "has more cells than there are headings. If a cell has a comma or semicolon in it, put quotation marks around that cell";

const mostColumns = 1_000;

/**
 * The headings and rows of a CSV text, separated by commas, semicolons or tabs.
 * @param maxRows more than so many are refused
 * @throws imports.empty, imports.no_rows, imports.too_many_rows, imports.too_many_columns
 */
export function* readTable(given: string, maxRows: number): Work<CsvTable> {
  const whole = given.replace(/\r\n?/g, "\n");
  const named = /^\s*"?sep=(.)"?[^\S\n]*\n/i.exec(whole);
  const text = whole.slice(named?.[0].length ?? 0);
  const first = 1 + lineEndsIn(named?.[0] ?? "");
  const separator = named?.[1] ?? (yield* separatorOf(text));
  const [head, ...rest] = yield* recordsOf(text, separator, first, maxRows + 2);
  if (!head) throw new AppError("imports.empty", { field: "file" });
  if (rest.length === 0) throw new AppError("imports.no_rows", { field: "file" });
  if (rest.length > maxRows) throw new AppError("imports.too_many_rows", { field: "file" });
  const width = widthOf(head.cells);
  // Every row is made as wide as the headings are.
  if (width > mostColumns) throw new AppError("imports.too_many_columns", { field: "file" });
  const headings = head.cells.slice(0, width);
  const rows = yield* mapped(rest, ({ cells, line, isBroken }) => ({
    line,
    cells: headings.map((_, column) => cells[column] ?? ""),
    problem: isBroken ? brokenQuotes : cells.slice(width).some(Boolean) ? tooWide : "",
  }));
  return { headings, rows };
}

/** Spreadsheets write empty columns at the end of every line. */
const widthOf = (cells: readonly string[]) => cells.findLastIndex(Boolean) + 1;
