import { api } from "../../trpc.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { live } from "../../ui/live.ts";
import { Moment } from "../../ui/Moment.tsx";

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
          {messages.map(({ id, sender, message, date }) => (
            <li key={id} className="py-4">
              <p className="break-words whitespace-pre-line">{message}</p>
              <p className="mt-1 text-sm text-soft">
                <span className="capitalize">{sender}</span>, <Moment at={date} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
