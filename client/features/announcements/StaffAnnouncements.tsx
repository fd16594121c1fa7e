import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Moment } from "../../ui/Moment.tsx";

const page = { limit: 10 };

/** For the loader of a screen with the list. */
export const loadAnnouncements = () => utils.member.announcements.all.prefetchInfinite(page);

/** What the building was told, newest first; the older ones when asked for. */
export function StaffAnnouncements() {
  const [{ pages }, list] = api.member.announcements.all.useSuspenseInfiniteQuery(page, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 30_000,
  });
  const announcements = pages.flatMap(({ rows }) => rows);
  return (
    <section aria-labelledby="announcements">
      <h2 id="announcements" className="text-xl">
        Staff Announcements
      </h2>
      {announcements.length === 0 ? (
        <EmptyState>No announcements yet</EmptyState>
      ) : (
        <ul aria-live="polite" className="max-w-xl divide-y divide-line">
          {announcements.map(({ id, sender, message, date }) => (
            <li key={id} className="py-4">
              <p className="break-words whitespace-pre-line">{message}</p>
              <p className="mt-1 text-sm text-soft">
                <span className="capitalize">{sender}</span>, <Moment at={date} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {list.isFetchNextPageError ? "Retry" : "Show older"}
        </Button>
      )}
    </section>
  );
}
