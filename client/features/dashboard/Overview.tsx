import type { ReactNode } from "react";
import { hourNow } from "../../ui/days.ts";
import { MayBeOld, type Refetched } from "../../ui/MayBeOld.tsx";
import { useSession } from "../session/session.ts";

interface Props {
  /** The query behind the numbers, to show an error when a refetch failed. */
  query: Refetched;
  children: ReactNode;
}

/** The person's name and, under it, the live numbers of their area. */
export const Overview = ({ query, children }: Props) => (
  <>
    <Greeting />
    <dl className="mt-8 grid auto-cols-fr gap-x-4 gap-y-4 text-sm xs:grid-flow-col sm:gap-x-6 sm:text-base">
      {children}
    </dl>
    <MayBeOld query={query} className="mt-6">
      These numbers may be old: the building's server does not answer.
    </MayBeOld>
  </>
);

interface FigureProps {
  count: number;
  what: string;
  note?: string | false;
}

export const Figure = ({ count, what, note }: FigureProps) => (
  <div className="flex flex-col border-t-2 border-fynbos/45 pt-3">
    <dt className="order-2 leading-snug">{what}</dt>
    <dd className="text-4xl font-semibold tracking-tight">{count}</dd>
    {note && <dd className="order-3 text-sm text-soft">{note}</dd>}
  </div>
);

export function Greeting() {
  const hour = hourNow();
  const time = hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return (
    <h1 className="text-3xl sm:text-4xl">
      <span className="block text-lg font-medium tracking-normal text-soft">Good {time},</span>
      {useSession()?.user}
    </h1>
  );
}
