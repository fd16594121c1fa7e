import { utils } from "../trpc.ts";
import { type Chip, type Column, textOf } from "./column.ts";
import { sayLongDay, today } from "./days.ts";
import { ExportPdf } from "./ExportPdf.tsx";
import { fileNameOf } from "./fileName.ts";
import type { Paper } from "./pdf.ts";
import { onlyWords, useRows } from "./useRows.ts";
import { useTableSearch } from "./useTableSearch.ts";

export interface ReportColumn<Row> extends Column<Row> {
  width?: number;
}

interface Props<Row> {
  title: string;
  profileId: string | undefined;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  chips: readonly Chip<Row>[];
  dayOf: (row: Row) => string;
  sums: (rows: readonly Row[]) => { notes: string[]; totals?: Paper["totals"] };
}

/** Exports a resident's list as a letter: the rows that the screen shows, in its order. */
export function ExportReport<Row extends object>(props: Props<Row>) {
  const { title, profileId, columns, chips, dayOf, sums } = props;
  const [search] = useTableSearch();
  const { found: rows } = useRows(props.rows, columns, search, Number.POSITIVE_INFINITY, chips);
  const paper = async () => {
    const person = await utils.resident.profile.get.ensureData({ profileId });
    const { notes, totals = [] } = sums(rows);
    const only = onlyWords({ search, chips });
    return {
      title,
      fileName: fileNameOf("pdf", title, only, today()),
      totals,
      addressee: [`${person.name} ${person.surname}`, unitIn(person.address)],
      notes: [`Period: ${periodOf(rows.map(dayOf))}`, ...(only ? [only] : []), ...notes],
      columns: columns.map(({ label, width, right }) => ({ label, width, right })),
      rows: rows.map((row) => columns.map((column) => textOf(column, row))),
    };
  };
  return <ExportPdf paper={paper} disabled={rows.length === 0} />;
}

/** An address as printed under a name: "12" alone would mean nothing. */
const unitIn = (address: string) => (/^\d+\w?$/.test(address) ? `Unit ${address}` : address);

function periodOf(days: string[]): string {
  const sorted = days.toSorted();
  const [from, to] = [sorted.at(0), sorted.at(-1)].map((day) => sayLongDay(day ?? today()));
  return from === to ? `${from}` : `${from} to ${to}`;
}
