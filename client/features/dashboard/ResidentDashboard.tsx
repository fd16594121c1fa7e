import { createFileRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api } from "../../trpc.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Day } from "../../ui/DateTime.tsx";
import { today } from "../../ui/days.ts";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { MayBeOld, type Refetched } from "../../ui/MayBeOld.tsx";
import { counted } from "../../ui/plural.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { whole } from "../../ui/tableSearch.ts";
import { useSession } from "../account/session.ts";
import { Announcements } from "../announcements/Announcements.tsx";
import { OutageBanner } from "../announcements/Outages.tsx";
import { openFirst } from "../maintenance/progress.ts";
import { Greeting } from "./Overview.tsx";
import { dashboard, newestRequests } from "./prefetch.ts";
import { Weather } from "./Weather.tsx";

export const Route = createFileRoute("/resident/dashboard")({
  staticData: { title: "Resident dashboard" },
  loader: dashboard,
  component: ResidentDashboard,
});

function ResidentDashboard() {
  const session = useSession();
  return (
    <>
      <Greeting />
      <OutageBanner />
      <Owed />
      <div className="mt-8 grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <Announcements title="Messages" empty="No messages yet" />
        <div className="grid grid-cols-1 content-start gap-y-10">
          <ErrorBoundary title="Statements">
            <Statements />
          </ErrorBoundary>
          <ErrorBoundary title="Your requests">
            <Requests />
          </ErrorBoundary>
          {!session?.livesElsewhere && (
            <ErrorBoundary title="Visitors">
              <Visitors />
            </ErrorBoundary>
          )}
          <Weather />
        </div>
      </div>
    </>
  );
}

function Owed() {
  const { data: now } = api.resident.dashboard.overview.useQuery();
  const { data: fines } = api.resident.fines.mine.useQuery(whole);
  if (!now || now.unpaidCents === 0) return null;
  const only = now.unpaidFines === 1 && fines?.rows.find(({ status }) => status === "Unpaid");
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-lg">
      <span>
        You owe <b className="tabular-nums">{formatRand(now.unpaidCents)}</b>
      </span>
      {only ? (
        <ButtonLink small to="/resident/reports/fines/payment-upload" search={{ fineId: only.id }}>
          Pay
        </ButtonLink>
      ) : (
        <ButtonLink small to="/resident/reports/fines" search={{ sort: "-status" }}>
          Pay
        </ButtonLink>
      )}
    </p>
  );
}

function Statements() {
  const [{ rows }, fines] = api.resident.fines.mine.useSuspenseQuery(whole);
  const [now] = api.resident.dashboard.overview.useSuspenseQuery();
  const unpaid = rows.filter(({ status }) => status === "Unpaid");
  const owed = unpaid.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const [next] = unpaid.map(({ dueDate }) => dueDate).sort();
  const late = next !== undefined && next < today();
  return (
    <Card title="Statements" query={fines}>
      <p className="text-3xl font-semibold tracking-tight break-words tabular-nums sm:text-4xl">
        {formatRand(owed)}
      </p>
      {next === undefined ? (
        <p className="text-soft">You owe nothing.</p>
      ) : (
        <p>
          {counted(unpaid.length, "unpaid fine")},{" "}
          <span className={late ? "font-semibold text-danger" : ""}>
            {late ? "overdue since" : "next due"} <Day on={next} />
          </span>
        </p>
      )}
      {unpaid.map(
        ({ id, amountCents, turnedDownReason }) =>
          turnedDownReason && (
            <p key={id} className="break-words">
              <TextLink to="/resident/reports/fines/payment-upload" search={{ fineId: id }}>
                Your proof for {formatRand(amountCents)} was not enough
              </TextLink>
              : {turnedDownReason}
            </p>
          ),
      )}
      {now.pendingFines > 0 && (
        <p className="text-soft">
          {counted(now.pendingFines, "payment")} being looked at by the admins
        </p>
      )}
      <p className="flex flex-wrap gap-x-6">
        <TextLink to="/resident/reports/fines">Your fines</TextLink>
        {now.openRequests > 0 && (
          <TextLink to="/resident/reports/maintenance">
            {counted(now.openRequests, "open request")}
          </TextLink>
        )}
      </p>
    </Card>
  );
}

const shownRequests = 4;

function Requests() {
  const [{ rows }, query] = api.resident.maintenance.mine.useSuspenseQuery(newestRequests);
  return (
    <Card title="Your requests" query={query}>
      {rows.length === 0 ? (
        <p className="text-soft">You have not asked for anything yet.</p>
      ) : (
        <ul>
          {openFirst(rows)
            .slice(0, shownRequests)
            .map(({ id, description, status }) => (
              <li key={id} className="flex items-baseline justify-between gap-x-4 py-1">
                <span className="line-clamp-2 min-w-0 break-words">{description}</span>
                <StatusBadge status={status} />
              </li>
            ))}
        </ul>
      )}
      <TextLink to="/resident/issues">
        {rows.length === 0 ? "Tell us what is broken" : "All your requests"}
      </TextLink>
    </Card>
  );
}

const shownGuests = 4;

function Visitors() {
  const [{ rows }, query] = api.resident.visitors.present.useSuspenseQuery(whole);
  const more = rows.length - shownGuests;
  return (
    <Card title="Visitors" query={query}>
      {rows.length === 0 ? (
        <p className="text-soft">No visitors signed in</p>
      ) : (
        <ul>
          {rows.slice(0, shownGuests).map((visit) => (
            <li key={visit.id} className="flex flex-wrap justify-between gap-x-4 py-0.5">
              <span className="min-w-0 break-words">
                {`${visit.visitorName} ${visit.visitorSurname}`.trim() || "A visitor"}
              </span>
              <span className="text-soft">
                {!visit.arrivedAt ? (
                  <>
                    for <Day on={visit.startDate} />, not here yet
                  </>
                ) : visit.leaveDate ? (
                  <Day before="until " on={visit.leaveDate} />
                ) : (
                  visit.visitationType
                )}
              </span>
            </li>
          ))}
          {more > 0 && <li className="text-soft">and {more} more</li>}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-6">
        {rows.length > 0 && (
          <TextLink to="/resident/vistors" search={{ tab: "in" }}>
            Sign a visitor out
          </TextLink>
        )}
        <TextLink to="/resident/vistors" search={{ tab: undefined }}>
          Sign a visitor in
        </TextLink>
        <TextLink to="/resident/vistors" search={{ tab: "expected" }}>
          Announce a visitor
        </TextLink>
      </p>
    </Card>
  );
}

interface CardProps {
  title: string;
  query: Refetched;
  children: ReactNode;
}

const Card = ({ title, query, children }: CardProps) => (
  <section aria-label={title}>
    <h2 className="mb-2 text-xl">{title}</h2>
    {children}
    <MayBeOld query={query}>This may be old: the building's server does not answer.</MayBeOld>
  </section>
);
