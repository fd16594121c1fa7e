import { api } from "../../trpc.ts";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { whole } from "../../ui/tableSearch.ts";
import { Announcements } from "./Announcements.tsx";

const title = "Staff Announcements";

export const StaffAnnouncements = () => (
  <ErrorBoundary title={title}>
    <All />
  </ErrorBoundary>
);

function All() {
  const [{ rows }] = api.member.announcements.all.useSuspenseQuery(whole);
  return <Announcements title={title} rows={rows} empty="No announcements yet" />;
}
