import { api } from "../../trpc.ts";
import { Figure, live, Overview } from "./Overview.tsx";
import { Weather } from "./Weather.tsx";

/** The staff's dashboard, which has two addresses. */
export function StaffHome() {
  const [now, query] = api.staff.dashboard.overview.useSuspenseQuery(undefined, live);
  return (
    <>
      <Overview query={query}>
        <Figure count={now.openRequests} what="Open maintenance requests" />
        <Figure count={now.openInMyTrade} what="Open in my trade" />
        <Figure count={now.closedLast7Days} what="Closed in the last 7 days" />
        <Figure count={now.visitorsIn} what="Visitors in" />
      </Overview>
      <div className="mt-12 max-w-sm">
        <Weather />
      </div>
    </>
  );
}
