import type { ReactNode } from "react";
import { Section } from "./Section.tsx";

interface ListProps<Row> {
  title: string;
  rows: readonly Row[];
  /** How many there are, if the rows are only the newest; 0 to leave it out of the title. */
  count?: number;
  all?: ReactNode;
  note?: ReactNode;
  empty: string;
  children: (row: Row) => ReactNode;
}

export function ShortList<Row extends { id: string }>(props: ListProps<Row>) {
  const { title, rows, count = rows.length, all, note, empty, children } = props;
  return (
    <Section title={count > 0 ? `${title} (${count})` : title} className="mt-10">
      {note && <p className="mt-1">{note}</p>}
      {rows.length === 0 ? (
        <p className="mt-2 text-soft">{empty}</p>
      ) : (
        <ul className="mt-1 max-w-3xl divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {all && <div className="print:hidden">{all}</div>}
    </Section>
  );
}

export const Line = ({ when, children }: { when: ReactNode; children: ReactNode }) => (
  <>
    <span className="min-w-0 grow break-words">{children}</span>
    <span className="text-soft">{when}</span>
  </>
);
