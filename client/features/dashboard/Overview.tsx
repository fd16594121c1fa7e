import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { hourNow } from "../../ui/days.ts";
import { useSession } from "../session/session.ts";

interface Props {
  /** The query behind the numbers, to show an error when a refetch failed. */
  query: { isRefetchError: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** The person's name and, under it, the live numbers of their area. */
export const Overview = ({ query, children }: Props) => (
  <>
    <h1 className="text-3xl sm:text-4xl">
      <span className="block text-lg font-medium tracking-normal text-soft">{greeting()},</span>
      {useSession()?.user}
    </h1>
    <dl className="mt-8 grid auto-cols-fr gap-x-4 gap-y-4 text-sm xs:grid-flow-col sm:gap-x-6 sm:text-base">
      {children}
    </dl>
    {query.isRefetchError && (
      <p role="status" className="mt-6 flex flex-wrap items-center gap-4 text-soft">
        These numbers may be old: the building's server does not answer.
        <Button kind="quiet" onClick={() => query.refetch()}>
          Retry
        </Button>
      </p>
    )}
  </>
);

interface FigureProps {
  count: number;
  what: string;
  note?: string | false;
}

/** One number with its label below. */
export const Figure = ({ count, what, note }: FigureProps) => (
  <div className="flex flex-col border-t-2 border-fynbos/45 pt-3">
    <dt className="order-2 leading-snug">{what}</dt>
    <dd className="text-4xl font-semibold tracking-tight">{count}</dd>
    {note && <dd className="order-3 text-sm text-soft">{note}</dd>}
  </div>
);

export function greeting(): string {
  const hour = hourNow();
  if (hour < 12) return "Good morning";
  return hour < 18 ? "Good afternoon" : "Good evening";
}
