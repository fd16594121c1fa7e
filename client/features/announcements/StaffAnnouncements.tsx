import { useState } from "react";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Announcement } from "./Announcement.tsx";

const all = { limit: "all" } as const;
const step = 10;

/** For the loader of a screen with the list. */
export const loadAnnouncements = () => utils.member.announcements.all.ensureData(all);

/** What the building was told, newest first; the older ones when asked for. */
export function StaffAnnouncements() {
  const [{ rows }] = api.member.announcements.all.useSuspenseQuery(all, {
    refetchInterval: 30_000,
  });
  const [shown, setShown] = useState(step);
  return (
    <section aria-labelledby="announcements">
      <h2 id="announcements" className="text-xl">
        Staff Announcements
      </h2>
      {rows.length === 0 ? (
        <EmptyState>No announcements yet</EmptyState>
      ) : (
        <ul aria-live="polite" className="max-w-xl divide-y divide-line">
          {rows.slice(0, shown).map(({ id, ...said }) => (
            <Announcement key={id} {...said} />
          ))}
        </ul>
      )}
      {rows.length > shown && (
        <Button kind="quiet" onClick={() => setShown(shown + step)}>
          Show older
        </Button>
      )}
    </section>
  );
}
