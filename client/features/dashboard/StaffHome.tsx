import type { ReactNode } from "react";
import { api } from "../../trpc.ts";
import { Section } from "../../ui/Section.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { Announcements } from "../announcements/Announcements.tsx";
import { OutageBanner } from "../announcements/Outages.tsx";
import { PostAnnouncement } from "../announcements/PostAnnouncement.tsx";
import { Figure, Figures, Greeting } from "./Overview.tsx";
import { Weather } from "./Weather.tsx";

/** The staff's dashboard, which has two URLs. */
export function StaffHome() {
  const [now, query] = api.staff.dashboard.overview.useSuspenseQuery();
  return (
    <>
      <Greeting />
      <OutageBanner />
      <Figures query={query} className="mt-8 auto-cols-fr xs:grid-flow-col sm:gap-x-6 sm:text-base">
        <Figure
          count={now.openRequests}
          what="Open maintenance requests"
          link={{ to: "/staff/allmaintenanceissues" }}
        />
        <Figure
          count={now.openInMyTrade}
          what="Open in my trade"
          link={{ to: "/staff/allmaintenanceissues", search: { type: "mine" } }}
        />
        <Figure
          count={now.plannedUntilToday}
          what="Planned for today or earlier"
          link={{ to: "/staff/allmaintenanceissues", search: { type: "mine", due: "today" } }}
        />
      </Figures>
      <div className="mt-12 grid grid-cols-1 gap-x-12 gap-y-12 lg:grid-cols-[2fr_1fr]">
        <div className="grid grid-cols-1 content-start gap-12">
          <PostAnnouncement as="staff" />
          <Announcements title="Staff Announcements" empty="No announcements yet" />
        </div>
        <div className="grid grid-cols-1 content-start gap-10">
          <Note title="Statements">
            <p>
              <b>{now.closedLast7Days}</b> {now.closedLast7Days === 1 ? "request" : "requests"}{" "}
              closed in the last 7 days. Residents read their statements in the Reports tab.
            </p>
            <TextLink to="/staff/allmaintenanceissues">All Maintenance Issues</TextLink>
          </Note>
          <Note title="Visitors">
            <p>
              {now.visitorsIn === 0 ? (
                "Nobody is visiting now."
              ) : (
                <>
                  <b>{now.visitorsIn}</b> {now.visitorsIn === 1 ? "visitor is" : "visitors are"} in
                  the building.
                </>
              )}{" "}
              Residents sign them in and out in the Visitations tab.
            </p>
          </Note>
          <Weather />
        </div>
      </div>
    </>
  );
}

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <div className="mt-2 text-soft [&_b]:text-ink">{children}</div>
  </Section>
);
