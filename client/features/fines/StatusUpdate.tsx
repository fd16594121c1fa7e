import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { type FineStatus, fineStatuses } from "../../../server/features/fines/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api, wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

const labels: Record<FineStatus, string> = {
  Unpaid: "Unpaid",
  Paid: "Paid",
  "Pending...": "Pending",
};
const backAfterMs = 2000;

/** The status-update screen: three buttons, and back to where one came from two seconds later. */
export function StatusUpdate({ fineId }: { fineId: string }) {
  const router = useRouter();
  const utils = api.useUtils();
  const [fine] = api.admin.fines.one.useSuspenseQuery({ fineId });
  const send = api.admin.fines.setStatus.useMutation({
    onSettled: () => utils.admin.invalidate(),
  });
  const done = send.isSuccess;
  useEffect(() => {
    if (!done) return;
    const going = setTimeout(() => router.history.back(), backAfterMs);
    return () => clearTimeout(going);
  }, [done, router]);

  return (
    <>
      <PageHeader
        title="Update fine"
        note={`${fine.type}, ${formatRand(fine.amountCents)}: ${fine.name} ${fine.surname}`}
      />
      <p className="mb-6 flex items-center gap-3">
        Now <StatusBadge status={fine.status} />
      </p>
      <div className="flex flex-wrap gap-3">
        {fineStatuses.map((status) => (
          <Button
            key={status}
            kind={fine.status === status ? "solid" : "quiet"}
            aria-pressed={fine.status === status}
            busy={send.isPending && send.variables.status === status}
            onClick={() => !send.isPending && send.mutate({ fineId, status, from: fine.status })}
          >
            {labels[status]}
          </Button>
        ))}
      </div>
      {send.error && (
        <p role="alert" className="mt-4 font-medium text-danger">
          {wordsOf(send.error)}
        </p>
      )}
    </>
  );
}
