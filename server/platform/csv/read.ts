import Papa from "papaparse";
import { AppError } from "../../errors.ts";
import { mapped, type Work } from "../../slices.ts";

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

/** The file's next lines as records, empty ones left out, and what is behind them. */
function someRecords(text: string, delimiter: string, first: number, most: number) {
  const records: Record[] = [];
  let at = 0;
  let line = first;
  let seen = 0;
  Papa.parse<string[]>(text.startsWith(mark) ? mark + text : text, {
    ...{ delimiter, newline: "\n" },
    step: ({ data, errors, meta }, parser) => {
      const cells = data.map(tidy);
      if (cells.some(Boolean)) records.push({ cells, line, isBroken: errors.length > 0 });
      // Line ends within quotes count too, so that the number is the one an editor shows.
      line += lineEndsIn(text.slice(at, meta.cursor));
      at = meta.cursor;
      seen += 1;
      if (seen === most) parser.abort();
    },
  });
  return { records, line, rest: text.slice(at) };
}

/** So many records are read at a time; the parser looks through the rest of the file each time. */
const recordsAtATime = 200;

/** The records of a file: all, or a few more than `most` where there are more. */
function* recordsOf(text: string, delimiter: string, first: number, most: number): Work<Record[]> {
  const found: Record[] = [];
  for (let [rest, line] = [text, first]; rest !== "" && found.length < most; ) {
    const some = someRecords(rest, delimiter, line, recordsAtATime);
    found.push(...some.records);
    ({ rest, line } = some);
    yield recordsAtATime;
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
  "has a quotation mark that opens a cell and does not close it, so the lines after it may have run together; delete it or put one at the end of the cell";
const tooWide =
  "has more cells than there are headings; a cell with the separator in it needs quotation marks around it";

/**
 * The headings and rows of a CSV text, separated by commas, semicolons or tabs.
 * @param maxRows more than so many are refused
 * @throws imports.empty, imports.no_rows, imports.too_many_rows
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
