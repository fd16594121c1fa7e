import type { ReactNode } from "react";
import { PaperHead } from "./PaperHead.tsx";

interface Props {
  title: string;
  up?: ReactNode;
  note?: ReactNode;
  /** The page is a list that people print: paper begins with the building's name and the date. */
  printed?: boolean;
  children?: ReactNode;
}

export const PageHeader = ({ title, up, note, printed, children }: Props) => (
  <>
    {printed && <PaperHead />}
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:items-start">
      {up && <div className="-mt-3 -mb-4 basis-full wrap-anywhere print:hidden">{up}</div>}
      <div className="min-w-0">
        <h1 className="text-3xl break-words max-xs:text-xl sm:leading-12">{title}</h1>
        {note && <p className="mt-1 max-w-2xl text-soft wrap-anywhere">{note}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2 sm:gap-3 print:hidden">{children}</div>}
    </header>
  </>
);
