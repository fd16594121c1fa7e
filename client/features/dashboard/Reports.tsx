import { createFileRoute } from "@tanstack/react-router";
import { ReceiptText, Wrench } from "lucide-react";
import { api, utils } from "../../trpc.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";

export const Route = createFileRoute("/resident/reports")({
  staticData: { title: "Reports" },
  loader: () => utils.resident.dashboard.overview.ensureData(),
  component: Reports,
});

function Reports() {
  const [now] = api.resident.dashboard.overview.useSuspenseQuery();
  return (
    <>
      <PageHeader
        title="Reports"
        note="What you logged and what you owe. You can save both as a PDF."
      />
      <div className="grid max-w-3xl grid-cols-1 border-t border-line sm:grid-cols-2 sm:gap-x-10 sm:border-0">
        <div className={row}>
          <ButtonLink to="/resident/reports/maintenance">
            <Wrench className="size-5" />
            Maintenance
          </ButtonLink>
          <p className="text-soft">{now.openRequests} open</p>
        </div>
        <div className={row}>
          <ButtonLink to="/resident/reports/fines">
            <ReceiptText className="size-5" />
            Fines
          </ButtonLink>
          <p className="text-soft">
            {now.unpaidFines} unpaid, {now.pendingFines} pending
          </p>
        </div>
      </div>
    </>
  );
}

const row =
  "flex flex-wrap items-center justify-between gap-4 border-b border-line py-4 sm:justify-start sm:border-0";
