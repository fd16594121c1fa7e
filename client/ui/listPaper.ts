import { fileDay, titleAsAt } from "./AsAt.tsx";
import { type Column, textOf } from "./column.ts";
import { fileNameOf } from "./fileName.ts";
import type { Paper } from "./pdf.ts";

export interface ListOnPaper<Row> {
  title: string;
  asAt?: string | undefined;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  only: string;
  totals: Readonly<Paper["totals"]>;
}

/** Lists with more columns lie on their side, in small type. */
const mostUpright = 5;
/** The width of the page between its margins, in mm: upright, and on its side. */
const inner = { upright: 170, dense: 273 };

export function paperOfList<Row>({ title, asAt, columns, rows, only, totals }: ListOnPaper<Row>) {
  const written = columns.filter(({ value }) => value);
  const dense = written.length > mostUpright;
  const width = (dense ? inner.dense : inner.upright) / written.length;
  const texts = rows.map((row) => written.map((column) => textOf(column, row)));
  const widest = widestOf(texts, written.length);
  return {
    title: titleAsAt(title, asAt),
    fileName: fileNameOf("pdf", title, only, fileDay(asAt)),
    addressee: [],
    notes: [`${only && `${only}: `}${rows.length} ${rows.length === 1 ? "row" : "rows"}`],
    // The column with the most text takes what the others leave.
    columns: written.map(({ label, right }, index) => ({
      label,
      right,
      width: index === widest ? undefined : width,
    })),
    rows: texts,
    totals: [...totals],
    dense,
  };
}

function widestOf(texts: readonly string[][], columns: number): number {
  const lengths = Array.from({ length: columns }, (_, index) =>
    texts.reduce((sum, row) => sum + (row[index]?.length ?? 0), 0),
  );
  return lengths.indexOf(Math.max(...lengths));
}
