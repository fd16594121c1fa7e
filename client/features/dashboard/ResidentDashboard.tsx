import { createFileRoute } from "@tanstack/react-router";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api, utils } from "../../trpc.ts";
import { Messages } from "./Messages.tsx";
import { Figure, live, Overview } from "./Overview.tsx";
import { Weather } from "./Weather.tsx";

export const Route = createFileRoute("/resident/dashboard")({
  staticData: { title: "Resident dashboard" },
  loader: () =>
    Promise.all([
      utils.resident.dashboard.overview.ensureData(),
      utils.resident.dashboard.messages.ensureData(),
    ]),
  component: ResidentDashboard,
});

function ResidentDashboard() {
  const [now, query] = api.resident.dashboard.overview.useSuspenseQuery(undefined, live);
  return (
    <>
      <Overview query={query}>
        <Figure
          count={now.unpaidFines}
          what="Unpaid fines"
          note={now.unpaidFines > 0 && formatRand(now.unpaidCents)}
        />
        <Figure count={now.pendingFines} what="Fines pending" />
        <Figure count={now.openRequests} what="Open maintenance requests" />
        <Figure count={now.visitorsIn} what="Visitors in" />
      </Overview>
      <div className="mt-12 grid gap-x-12 gap-y-10 lg:grid-cols-[2fr_1fr]">
        <Messages />
        <Weather />
      </div>
    </>
  );
}
