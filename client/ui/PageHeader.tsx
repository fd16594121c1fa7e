import type { ReactNode } from "react";

interface Props {
  title: string;
  /** One line under the title, if the page needs explaining. */
  note?: ReactNode;
  /** Buttons that concern the whole page. */
  children?: ReactNode;
}

/** The heading of a page and, beside it, what can be done on the whole page. */
export const PageHeader = ({ title, note, children }: Props) => (
  <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
    <div>
      <h1 className="text-3xl">{title}</h1>
      {note && <p className="mt-1.5 max-w-2xl text-soft">{note}</p>}
    </div>
    {children && <div className="flex flex-wrap gap-3 print:hidden">{children}</div>}
  </header>
);
