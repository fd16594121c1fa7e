import { use } from "react";
import type { Outage } from "../../../server/features/announcements/schema.ts";
import type { RequestType } from "../../../server/features/maintenance/schema.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { FormValues } from "../../ui/Form.tsx";
import { Warning } from "../../ui/Warning.tsx";
import { hasBegun, OutageWords, useOutages } from "../announcements/Outages.tsx";

/** The trades that people choose when they report an outage. */
const trades: Record<Outage, readonly RequestType[]> = {
  Water: ["Plumbing", "Not sure"],
  Electricity: ["Electricity", "Not sure"],
  // No trade is called lift, so people choose what it runs on.
  Lift: ["Electricity", "Not sure"],
};

/** In the form for a request: what is known already about the trade that is chosen. */
export function KnownOutages() {
  const { maintenanceType } = use(FormValues);
  return useOutages()
    .filter(
      ({ outage }) =>
        hasBegun(outage) && trades[outage.what].some((trade) => trade === maintenanceType),
    )
    .map(({ id, date, outage, message }) => (
      <Warning key={id} role="status">
        <OutageWords outage={outage} />. Known since <Moment at={date} />, so you need not log it:{" "}
        {message}
      </Warning>
    ));
}
