import { api } from "../../trpc.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Announcement } from "../announcements/Announcement.tsx";
import { live } from "./Overview.tsx";

/** What the building was told, newest first. */
export function Messages() {
  const [messages] = api.resident.dashboard.messages.useSuspenseQuery(undefined, live);
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" className="text-xl">
        Messages
      </h2>
      {messages.length === 0 ? (
        <EmptyState>No messages yet</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {messages.map(({ id, ...said }) => (
            <Announcement key={id} {...said} />
          ))}
        </ul>
      )}
    </section>
  );
}
