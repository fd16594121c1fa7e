import { createFileRoute } from "@tanstack/react-router";
import { api } from "../../trpc.ts";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { live } from "../../ui/live.ts";
import { Announcements } from "../announcements/Announcements.tsx";
import { Greeting } from "./Overview.tsx";
import { dashboard } from "./prefetch.ts";
import { Statements, Visitors } from "./ResidentCards.tsx";
import { Weather } from "./Weather.tsx";

export const Route = createFileRoute("/resident/dashboard")({
  staticData: { title: "Resident dashboard" },
  loader: dashboard,
  component: ResidentDashboard,
});

function ResidentDashboard() {
  return (
    <>
      <Greeting />
      <div className="mt-8 grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <ErrorBoundary title="Messages">
          <Messages />
        </ErrorBoundary>
        <div className="grid grid-cols-1 content-start gap-y-10">
          <ErrorBoundary title="Statements">
            <Statements />
          </ErrorBoundary>
          <ErrorBoundary title="Visitors">
            <Visitors />
          </ErrorBoundary>
          <Weather />
        </div>
      </div>
    </>
  );
}

/**
 * The most messages that the server sends; a test compares the two. Importing the number with its
 * schema would add to the load.
 */
const mostMessages = 200;

function Messages() {
  const [messages] = api.resident.dashboard.messages.useSuspenseQuery(undefined, live);
  const end =
    messages.length < mostMessages ? undefined : `Only the newest ${mostMessages} are shown here.`;
  return <Announcements title="Messages" rows={messages} empty="No messages yet" end={end} />;
}
