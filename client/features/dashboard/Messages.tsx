import { api } from "../../trpc.ts";
import { live } from "../../ui/live.ts";
import { Announcements } from "../announcements/Announcements.tsx";

/** What a resident was told. */
export function Messages() {
  const [messages] = api.resident.dashboard.messages.useSuspenseQuery(undefined, live);
  return <Announcements title="Messages" rows={messages} empty="No messages yet" />;
}
