import { createFileRoute } from "@tanstack/react-router";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import { useSession } from "../session/session.ts";
import { Messages } from "./Messages.tsx";
import { greeting } from "./Overview.tsx";
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
      <h1 className="text-3xl sm:text-4xl">
        <span className="block text-lg font-medium tracking-normal text-soft">{greeting()},</span>
        {useSession()?.user}
      </h1>
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
