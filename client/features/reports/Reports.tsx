import { createFileRoute } from "@tanstack/react-router";
import { ReceiptText, Wrench } from "lucide-react";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";

export const Route = createFileRoute("/resident/reports")({
  staticData: { title: "Reports" },
  component: Reports,
});

function Reports() {
  return (
    <>
      <PageHeader title="Reports" note="What you logged, and what you owe; both as a PDF too." />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/resident/reports/maintenance">
          <Wrench aria-hidden="true" className="size-5" />
          Maintenance
        </ButtonLink>
        <ButtonLink to="/resident/reports/fines">
          <ReceiptText aria-hidden="true" className="size-5" />
          Fines
        </ButtonLink>
      </div>
    </>
  );
}
