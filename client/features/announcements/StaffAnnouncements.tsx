import { api, utils } from "../../trpc.ts";
import { live } from "../../ui/live.ts";
import { Announcements } from "./Announcements.tsx";

const all = { limit: "all" } as const;

/** For the loader of a screen with the list. */
export const loadAnnouncements = () => utils.member.announcements.all.ensureData(all);

/** What admins and staff told the building. */
export function StaffAnnouncements() {
  const [{ rows }] = api.member.announcements.all.useSuspenseQuery(all, live);
  return <Announcements title="Staff Announcements" rows={rows} empty="No announcements yet" />;
}
