import { createFileRoute } from "@tanstack/react-router";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api, utils } from "../../trpc.ts";
import { Figure, live, Overview } from "./Overview.tsx";
import { Weather } from "./Weather.tsx";

export const Route = createFileRoute("/admin/dashboard")({
  staticData: { title: "Admin dashboard" },
  loader: () => utils.admin.dashboard.overview.ensureData(),
  component: AdminDashboard,
});

function AdminDashboard() {
  const [now, query] = api.admin.dashboard.overview.useSuspenseQuery(undefined, live);
  return (
    <>
      <Overview query={query}>
        <Figure count={now.residents} what="Residents" />
        <Figure count={now.staff} what="Staff" />
        <Figure count={now.openRequests} what="Open maintenance requests" />
        <Figure
          count={now.unpaidFines}
          what="Unpaid fines"
          note={now.unpaidFines > 0 && formatRand(now.unpaidCents)}
        />
        <Figure count={now.pendingFines} what="Fines pending" />
        <Figure count={now.visitorsIn} what="Visitors in" />
      </Overview>
      <div className="mt-12 max-w-sm">
        <Weather />
      </div>
    </>
  );
}
