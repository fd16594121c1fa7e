import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { hourNow } from "../../ui/days.ts";
import { MayBeOld, type Refetched } from "../../ui/MayBeOld.tsx";
import { useSession } from "../account/session.ts";

interface FiguresProps {
  query: Refetched;
  className: string;
  children: ReactNode;
}

export const Figures = ({ query, className, children }: FiguresProps) => (
  <>
    <dl className={`grid gap-x-4 gap-y-4 text-sm ${className}`}>{children}</dl>
    <MayBeOld query={query} className="mt-6">
      These numbers may be old: the building's server does not answer.
    </MayBeOld>
  </>
);

interface FigureProps {
  count: number;
  what: string;
  note?: string | false;
  link?: LinkProps;
}

export const Figure = ({ count, what, note, link }: FigureProps) => (
  <div className="relative flex flex-col rounded-b-lg border-t-2 border-fynbos/45 pt-3 has-[a]:hover:bg-sunken">
    <dt className="order-2 leading-snug">
      {link ? (
        <Link
          {...link}
          className="underline decoration-1 underline-offset-4 after:absolute after:inset-0 hover:decoration-2"
        >
          {what}
        </Link>
      ) : (
        what
      )}
    </dt>
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
