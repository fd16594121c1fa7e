import Papa from "papaparse";
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

/** The file's records one after the other, empty lines left out; `take` says whether to go on. */
function eachRecord(
  text: string,
  delimiter: string,
  first: number,
  take: (record: Record) => boolean,
) {
  let at = 0;
  let line = first;
  Papa.parse<string[]>(text, {
    ...{ delimiter, newline: "\n" },
    step: ({ data, errors, meta }, parser) => {
      const cells = data.map(tidy);
      const record = { cells, line, isBroken: errors.length > 0 };
      // Line ends within quotes count too, so that the number is the one an editor shows.
      line += lineEndsIn(text.slice(at, meta.cursor));
      at = meta.cursor;
      if (cells.some(Boolean) && !take(record)) parser.abort();
    },
  });
}

/** The separator that cuts the headings into the most columns; the first line may name it: `sep=;`. */
function separatorOf(text: string): string {
  const widthWith = (separator: string) => {
    let width = 0;
    eachRecord(text, separator, 1, ({ cells }) => {
      width = cells.length;
      return false;
    });
    return width;
  };
  return separators.reduce((best, each) => (widthWith(each) > widthWith(best) ? each : best));
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
export function readTable(given: string, maxRows: number): CsvTable {
  const whole = given.replace(/\r\n?/g, "\n");
  const named = /^\s*"?sep=(.)"?[^\S\n]*\n/i.exec(whole);
  const text = whole.slice(named?.[0].length ?? 0);
  const first = 1 + lineEndsIn(named?.[0] ?? "");
  const records: Record[] = [];
  eachRecord(text, named?.[1] ?? separatorOf(text), first, (record) => {
    records.push(record);
    return records.length <= maxRows + 1;
  });
  const [head, ...rest] = records;
  if (!head) throw new AppError("imports.empty", { field: "file" });
  if (rest.length === 0) throw new AppError("imports.no_rows", { field: "file" });
  if (rest.length > maxRows) throw new AppError("imports.too_many_rows", { field: "file" });
  const width = widthOf(head.cells);
  const headings = head.cells.slice(0, width);
  const rows = rest.map(({ cells, line, isBroken }) => ({
    line,
    cells: headings.map((_, column) => cells[column] ?? ""),
    problem: isBroken ? brokenQuotes : cells.slice(width).some(Boolean) ? tooWide : "",
  }));
  return { headings, rows };
}

/** Spreadsheets write empty columns at the end of every line. */
const widthOf = (cells: readonly string[]) => cells.findLastIndex(Boolean) + 1;
