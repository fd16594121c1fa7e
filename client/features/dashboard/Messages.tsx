import { api } from "../../trpc.ts";
import { live } from "../../ui/live.ts";
import { Announcements } from "../announcements/Announcements.tsx";

/** So many the server sends, as its test says; a schema that told the number would be more to load. */
const mostMessages = 200;

/** What a resident was told. */
export function Messages() {
  const [messages] = api.resident.dashboard.messages.useSuspenseQuery(undefined, live);
  const end =
    messages.length < mostMessages ? undefined : `Only the newest ${mostMessages} are shown here.`;
  return <Announcements title="Messages" rows={messages} empty="No messages yet" end={end} />;
}
