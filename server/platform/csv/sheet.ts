/** A sheet of a workbook, or the text of a CSV file. */
export interface Sheet {
  /** Empty for a CSV file. */
  name: string;
  rows: SheetRow[];
  /** Why the sheet cannot be imported, with what to do, or "". */
  problem: string;
}

export interface SheetRow {
  /** The number of the row, or of the line in a CSV file, from 1. */
  line: number;
  cells: string[];
  /** The number of cells in a line of CSV, with empty ones at its end. */
  width?: number;
  /** Why the row cannot be read, in words, or "". */
  problem: string;
}
