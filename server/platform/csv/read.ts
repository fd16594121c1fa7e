import Papa from "papaparse";
import { mapped, type Work } from "../../database/chunks.ts";
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

/** Parses whole lines into records, without empty ones, and tells if a quoted cell is open. */
function recordsIn(lines: string, delimiter: string, first: number) {
  const records: Record[] = [];
  let [at, line, isOpen] = [0, first, false];
  Papa.parse<string[]>(lines.startsWith(mark) ? mark + lines : lines, {
    delimiter,
    newline: "\n",
    step: ({ data: cells, errors, meta }) => {
      const isFilled = cells.some((cell) => cell.trim() !== "");
      if (isFilled) records.push({ cells, line, isBroken: errors.length > 0 });
      // Line ends within quotes count too, so the number is the one an editor shows.
      line += lineEndsIn(lines.slice(at, meta.cursor));
      at = meta.cursor;
      isOpen = errors.some(({ code }) => code === "MissingQuotes");
    },
  });
  return { records, isOpen };
}

/** How many characters are read at a time, to the end of a line: a few milliseconds' work. */
const lettersAtATime = 16_384;
/** Reported as this many pieces of work, so that other requests get a turn. */
const manyPieces = 1_000;

/** The index after the end of the line at `at`. */
const lineEnd = (text: string, at: number) => text.indexOf("\n", at) + 1 || text.length;

/** The records of a file: all of them, or slightly more than `most`. */
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

/** A title may stand above the headings, and has no separators in it. */
const headingLines = 10;

/** The separator that gives the most columns in the first line that has more than one. */
function* separatorOf(text: string): Work<string> {
  // Titles are short, so only the first line is read whole however long it is.
  for (const [part, lines] of [
    [text, 1],
    [text.slice(0, lettersAtATime), headingLines],
  ] as const) {
    const widths: number[][] = [];
    for (const separator of separators) {
      const head = yield* recordsOf(part, separator, 1, lines);
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

/**
 * The lines of a CSV text that are not empty. A first line such as `sep=;` may name the separator.
 * @param most how many are wanted; some more may come
 * @throws imports.too_many_columns
 */
export function* readLines(given: string, most: number): Work<SheetRow[]> {
  const whole = given.replace(/\r\n?/g, "\n");
  const named = /^\s*"?sep=(.)"?[^\S\n]*\n/i.exec(whole);
  const text = whole.slice(named?.[0].length ?? 0);
  const first = 1 + lineEndsIn(named?.[0] ?? "");
  const separator = named?.[1] ?? (yield* separatorOf(text));
  const records = yield* recordsOf(text, separator, first, most);
  return records.map(({ cells, line, isBroken }) => {
    return {
      line,
      cells: boundedRow(cells).map(tidy),
      problem: isBroken ? brokenQuotes : "",
    };
  });
}

/**
 * The rows under the headings, with as many cells as there are headings.
 * @param at the place of the headings among the rows; -1: there are none, and all are rows
 * @param maxRows the most rows that are accepted
 * @throws imports.empty, imports.no_rows, imports.too_many_rows
 */
export function* tableOf(lines: readonly SheetRow[], at: number, maxRows: number): Work<CsvTable> {
  const rest = lines.slice(at + 1);
  if (lines.length === 0) throw csvError("imports.empty", { field: "file" });
  if (rest.length === 0) throw csvError("imports.no_rows", { field: "file" });
  if (rest.length > maxRows) throw csvError("imports.too_many_rows", { field: "file" });
  const head = at < 0 ? [] : (lines[at]?.cells ?? []);
  const width = at < 0 ? Math.max(...rest.map(({ cells }) => widthOf(cells))) : widthOf(head);
  const headings = Array.from({ length: width }, (_, column) => head[column] ?? "");
  const rows = yield* mapped(rest, ({ cells, line, problem }) => ({
    line,
    cells: headings.map((_, column) => cells[column] ?? ""),
    problem: problem || (cells.slice(width).some(Boolean) ? tooWide : ""),
  }));
  return { headings, rows };
}

/** The headings in the first line of a CSV text, and the rows under it. */
export function* readTable(given: string, maxRows: number): Work<CsvTable> {
  return yield* tableOf(yield* readLines(given, maxRows + 2), 0, maxRows);
}

/** The number of columns, without the empty ones that spreadsheets add to every line. */
const widthOf = (cells: readonly string[]) => cells.findLastIndex(Boolean) + 1;
