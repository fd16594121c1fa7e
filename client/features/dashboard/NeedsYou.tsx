import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronRight, TriangleAlert } from "lucide-react";
import { longDays } from "../../../server/features/maintenance/list.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, api } from "../../trpc.ts";
import { Day } from "../../ui/DateTime.tsx";
import { DrawingOf } from "../../ui/EmptyState.tsx";
import { MayBeOld } from "../../ui/MayBeOld.tsx";
import { Section } from "../../ui/Section.tsx";
import type { TableSearch } from "../../ui/tableSearch.ts";

export function NeedsYou() {
  const [needs, query] = api.admin.dashboard.needs.useSuspenseQuery();
  const now = byUrgency(needs.filter(({ count }) => count > 0));
  const later = needs.flatMap((need) =>
    need.later ? (wordsFor(need)?.later?.(need.later) ?? []) : [],
  );
  return (
    <Section title="Needs you">
      <div aria-live="polite">
        {now.length === 0 ? (
          <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
            <DrawingOf drawing="tea" />
            <p className="text-lg">Nothing needs you today.</p>
          </div>
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
          <TriangleAlert className="size-7 text-notice xs:justify-self-end" />
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
        <ChevronRight className="size-5 text-soft max-xs:hidden" />
      </Link>
    </li>
  );
}

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

type Need = Answers["admin"]["dashboard"]["needs"][number];

interface Words {
  one: string;
  many: string;
  since: string;
  to: NonNullable<LinkProps["to"]>;
  search?: TableSearch;
  later?: (count: number) => string;
}

const kinds: Readonly<Record<string, Words>> = {
  proofs: {
    one: "proof of payment to look at",
    many: "proofs of payment to look at",
    since: "the oldest was sent",
    to: "/admin/fines",
    search: { status: "Pending" },
  },
  fines: {
    one: "fine is overdue and not reminded yet",
    many: "fines are overdue and not reminded yet",
    since: "the oldest was due",
    to: "/admin/fines",
    search: { due: "unreminded" },
    later: (count) =>
      count === 1
        ? "1 overdue fine has a reminder letter and is not paid yet."
        : `${count} overdue fines have a reminder letter and are not paid yet.`,
  },
  changeNotices: {
    one: "change to confirm",
    many: "changes to confirm",
    since: "the oldest was announced",
    to: "/admin/changes",
    search: { status: "Waiting" },
  },
  unsureRequests: {
    one: 'request says "Not sure" and needs a trade',
    many: 'requests say "Not sure" and need a trade',
    since: "the oldest is from",
    to: "/admin/maintenance",
    search: { kind: "unsure", sort: "date" },
  },
  maintenance: {
    one: `request has been open for ${longDays / 7} weeks or more`,
    many: `requests have been open for ${longDays / 7} weeks or more`,
    since: "the oldest is from",
    to: "/admin/maintenance",
    search: { age: "long", sort: "date" },
  },
  visitors: {
    one: "visitor has not been signed out since yesterday",
    many: "visitors have not been signed out since yesterday",
    since: "the first should have left",
    to: "/admin/visitors",
    search: { since: "forgotten", sort: "date" },
  },
  sheets: {
    one: "person has not joined and has no invite that works",
    many: "people have not joined and have no invite that works",
    since: "the first was added",
    to: "/admin/invites",
    later: (count) =>
      count === 1
        ? "1 person has an invite and has not joined yet."
        : `${count} people have an invite and have not joined yet.`,
  },
  backups: { one: "", many: "", since: "", to: "/admin/backups" },
};

/** The words and the list of a need; undefined for a kind that this page is too old to know. */
const wordsFor = ({ kind }: Need): Words | undefined => kinds[kind];

const order = Object.keys(kinds);

const byUrgency = (needs: readonly Need[]) =>
  needs.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
