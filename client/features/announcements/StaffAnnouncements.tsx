import { api } from "../../trpc.ts";
import { live } from "../../ui/live.ts";
import { Part } from "../../ui/Part.tsx";
import { Announcements } from "./Announcements.tsx";

const all = { limit: "all" } as const;
const title = "Staff Announcements";

/** What admins and staff told the building. */
export const StaffAnnouncements = () => (
  <Part title={title}>
    <All />
  </Part>
);

function All() {
  const [{ rows }] = api.member.announcements.all.useSuspenseQuery(all, live);
  return <Announcements title={title} rows={rows} empty="No announcements yet" />;
}
