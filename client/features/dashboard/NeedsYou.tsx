import { Link } from "@tanstack/react-router";
import { ChevronRight, TriangleAlert } from "lucide-react";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api } from "../../trpc.ts";
import { Day } from "../../ui/DateTime.tsx";
import { DrawingOf } from "../../ui/EmptyState.tsx";
import { live } from "../../ui/live.ts";
import { MayBeOld } from "../../ui/MayBeOld.tsx";
import { Section } from "../../ui/Section.tsx";
import { byUrgency, type Need, wordsFor } from "./needs.ts";

/** The work that waits for an admin, with the lists where it is met; first on the dashboard. */
export function NeedsYou() {
  const [needs, query] = api.admin.dashboard.needs.useSuspenseQuery(undefined, live);
  const now = byUrgency(needs.filter(({ count }) => count > 0));
  const later = needs.flatMap((need) =>
    need.later ? (wordsFor(need)?.later?.(need.later) ?? []) : [],
  );
  return (
    <Section title="Needs you">
      <div aria-live="polite">
        {now.length === 0 ? (
          <Nothing />
        ) : (
          <ul className="mt-3 divide-y divide-line rounded-2xl bg-surface ring-1 ring-line">
            {now.map((need) => (
              <Row key={need.kind} need={need} />
            ))}
          </ul>
        )}
        {later.map((words) => (
          <p key={words} className="mt-2 text-sm text-soft">
            {words}
          </p>
        ))}
      </div>
      <MayBeOld query={query} className="mt-4">
        This list may be old: the building's server does not answer.
      </MayBeOld>
    </Section>
  );
}

function Row({ need }: { need: Need }) {
  const words = wordsFor(need);
  if (!words) return null;
  const { count, text } = need;
  return (
    <li>
      <Link
        to={words.to}
        {...(words.search && { search: words.search })}
        className="group grid min-h-16 grid-cols-1 items-center gap-x-3 px-4 py-2.5 xs:grid-cols-[3rem_minmax(0,1fr)_auto] hover:bg-sunken"
      >
        {text ? (
          <TriangleAlert aria-hidden="true" className="size-7 text-notice xs:justify-self-end" />
        ) : (
          <span className="text-3xl xs:text-right font-semibold tracking-tight text-clay tabular-nums">
            {count}
          </span>
        )}
        <span className="min-w-0 leading-snug wrap-anywhere">
          <span className="font-semibold underline-offset-4 group-hover:underline">
            {text ?? (count === 1 ? words.one : words.many)}
          </span>{" "}
          <span className="block text-sm text-soft first-letter:uppercase">
            {text ? "Look at the backups" : <Details need={need} />}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 text-soft max-xs:hidden" />
      </Link>
    </li>
  );
}

/** The sum of their amounts, and since when the oldest waits. */
function Details({ need }: { need: Need }) {
  const { cents, since } = need;
  return (
    <>
      {cents !== undefined && formatRand(cents)}
      {cents !== undefined && since && ", "}
      {since && (
        <>
          {wordsFor(need)?.since} <Day on={since} />
        </>
      )}
    </>
  );
}

const Nothing = () => (
  <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
    <DrawingOf drawing="tea" />
    <p className="text-lg">Nothing needs you today.</p>
  </div>
);
