import { createFileRoute, type LinkProps } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, api } from "../../trpc.ts";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { Warning } from "../../ui/Warning.tsx";
import { Announcements } from "../announcements/Announcements.tsx";
import { OutageBanner } from "../announcements/Outages.tsx";
import { PostAnnouncement } from "../announcements/PostAnnouncement.tsx";
import { useFirstSteps } from "./FirstSteps.tsx";
import { NeedsYou } from "./NeedsYou.tsx";
import { Figure, Figures, Greeting } from "./Overview.tsx";
import { dashboard } from "./prefetch.ts";
import { Weather } from "./Weather.tsx";

export const Route = createFileRoute("/admin/dashboard")({
  staticData: { title: "Admin dashboard" },
  loader: dashboard,
  component: AdminDashboard,
});

function AdminDashboard() {
  const [now, query] = api.admin.dashboard.overview.useSuspenseQuery();
  const [others] = api.admin.personPages.withoutLogin.useSuspenseQuery();
  const first = useFirstSteps();
  return (
    <>
      <Greeting />
      <OutageBanner />
      <Alarms {...now} />
      {first.list}
      <div className="mt-8 grid grid-cols-1 gap-x-14 gap-y-12 lg:grid-cols-[1fr_19rem]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-12">
          <NeedsYou />
          <PostAnnouncement as="admin" />
          <Announcements title="Staff Announcements" empty="No announcements yet" isAdmin />
        </div>
        <div className="grid grid-cols-1 content-start gap-10 sm:max-lg:grid-cols-3 sm:max-lg:gap-6">
          <Section title="The building" className="sm:max-lg:col-span-3">
            <Figures query={query} className="mt-3 xs:grid-cols-3 lg:gap-x-4">
              <Figure count={now.residents} what="Residents" />
              <Figure count={now.staff} what="Staff" />
              <Figure count={now.openRequests} what="Open maintenance requests" />
            </Figures>
            {others > 0 && (
              <TextLink to="/admin/people" search={{ status: "no" }} className="mt-1">
                {counted(others, "person", "people")} who cannot sign in
              </TextLink>
            )}
          </Section>
          <Card title="Statements" to="/admin/fines" leads="All fines">
            <Figure
              count={now.unpaidFines}
              what="Unpaid fines"
              note={now.unpaidFines > 0 && formatRand(now.unpaidCents)}
            />
            <Figure count={now.pendingFines} what="Fines pending" />
          </Card>
          <Card title="Visitors" to="/admin/visitors" leads="Who is in now">
            <Figure count={now.visitorsIn} what="Visitors in" />
          </Card>
          <Weather />
        </div>
      </div>
      <PicturesBelow />
      {first.reminder}
    </>
  );
}

type Warnings = Pick<Answers["admin"]["dashboard"]["overview"], "healthWarning" | "trailWarning">;

const Alarms = ({ healthWarning, trailWarning }: Warnings) => (
  <div className="mt-6 grid gap-3 empty:hidden">
    {healthWarning && <Warning role="status">{healthWarning}</Warning>}
    {trailWarning && (
      <Warning role="status">
        <p>{trailWarning}</p>
        <TextLink to="/admin/audit" className="-mb-2">
          Look at the audit trail
        </TextLink>
      </Warning>
    )}
  </div>
);

interface CardProps {
  title: string;
  to: LinkProps["to"];
  leads: string;
  children: ReactNode;
}

const Card = ({ title, to, leads, children }: CardProps) => (
  <Section title={title}>
    <dl className="mt-3 grid grid-cols-2 gap-5">{children}</dl>
    <TextLink to={to} className="mt-1">
      {leads}
    </TextLink>
  </Section>
);

const Pictures = lazy(() => import("./pictures/Pictures.tsx"));

/** How far below the window the charts are fetched already, so that few people see them come. */
const ahead = "300px";

function PicturesBelow() {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && want(),
      { rootMargin: ahead },
    );
    if (place.current) observer.observe(place.current);
    addEventListener("beforeprint", want);
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", want);
    };
  }, []);
  return (
    <div ref={place} className="mt-12 min-h-96">
      <ErrorBoundary title="In pictures">
        <Section title="In pictures">
          <Suspense fallback={<Spinner />}>{wanted && <Pictures />}</Suspense>
        </Section>
      </ErrorBoundary>
    </div>
  );
}
