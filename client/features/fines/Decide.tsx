import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type FineStatus, fineStatuses, withdrawn } from "../../../server/features/fines/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import type { Fine } from "./columns.tsx";
import { withdrawOffer } from "./undoPaid.ts";

const labels: Record<FineStatus, string> = {
  Unpaid: "Unpaid",
  Paid: "Paid",
  "Pending...": "Pending",
};
const backAfterMs = 2000;

/** The lists are fetched before the way back to them, so that the next press is not on an old row. */
const settled = () =>
  Promise.all([
    utils.admin.invalidate(),
    utils.resident.invalidate(),
    utils.admin.fines.list.invalidate(undefined, { refetchType: "inactive" }),
    utils.resident.fines.mine.invalidate(undefined, { refetchType: "inactive" }),
  ]);

/** What to compare with the proof, and the buttons that decide. */
export function Decide({ fine, back }: { fine: Fine; back: () => void }) {
  const { id: fineId, status } = fine;
  const send = api.admin.fines.setStatus.useMutation({ onSettled: settled });
  const done = send.isSuccess;
  const goBack = useRef(back);
  goBack.current = back;
  useEffect(() => {
    if (!done) return;
    const going = setTimeout(() => goBack.current(), backAfterMs);
    return () => clearTimeout(going);
  }, [done]);

  return (
    <section aria-labelledby="status">
      <dl className="grid gap-4">
        <Compare what="Amount">{formatRand(fine.amountCents)}</Compare>
        <Compare what="Reference">{fine.reference}</Compare>
        <div>
          <dt className="text-sm font-semibold text-soft">Now</dt>
          <dd className="mt-1">
            <StatusBadge status={status} />
          </dd>
        </div>
      </dl>
      <h2 id="status" className="mt-6 text-xl">
        Status
      </h2>
      {status === withdrawn ? (
        <p className="mt-2">This fine is withdrawn. Put it back before you set a status.</p>
      ) : (
        <fieldset aria-labelledby="status" className="mt-3 flex flex-wrap gap-3">
          {fineStatuses.map((each) => (
            <Button
              key={each}
              kind={status === each ? "solid" : "quiet"}
              aria-pressed={status === each}
              busy={send.isPending && send.variables.status === each}
              // The second press of a double click would send a status that has changed already.
              onClick={({ detail }) =>
                detail < 2 && !send.isPending && send.mutate({ fineId, status: each, from: status })
              }
            >
              {labels[each]}
            </Button>
          ))}
        </fieldset>
      )}
      {done && <p className="mt-4 text-soft">Saved. Going back …</p>}
      <Failure error={send.error} className="mt-4" />
      <UndoPaid fineId={fineId} undone={send.reset} />
    </section>
  );
}

const Compare = ({ what, children }: { what: string; children: string }) => (
  <div>
    <dt className="text-sm font-semibold text-soft">{what}</dt>
    <dd className="text-3xl font-semibold tracking-tight break-words tabular-nums sm:text-4xl">
      {children}
    </dd>
  </div>
);

/** For a minute after Paid was set, wherever that was done: takes it back. */
function UndoPaid({ fineId, undone }: { fineId: string; undone: () => void }) {
  const [{ undo }, { dataUpdatedAt }] = api.admin.fineDecisions.history.useSuspenseQuery({
    fineId,
  });
  const send = api.admin.fineDecisions.undoPaid.useMutation({
    onSuccess: () => {
      undone();
      void withdrawOffer(fineId);
    },
    onSettled: settled,
  });
  const until = undo ? dataUpdatedAt + undo.forMs : 0;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const end = until && setTimeout(() => setNow(Date.now()), Math.max(0, until - Date.now()) + 50);
    return () => clearTimeout(end || undefined);
  }, [until]);
  const isOpen = undo && now < until;
  return (
    <>
      {isOpen && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-sunken p-3">
          <p className="grow basis-40">
            Set to Paid a moment ago. For a minute you can take that back with one press.
          </p>
          <Button
            kind="quiet"
            small
            busy={send.isPending}
            onClick={() => !send.isPending && send.mutate({ fineId })}
          >
            <Undo2 aria-hidden="true" className="size-5" />
            Undo
          </Button>
        </div>
      )}
      <p role="status" className="mt-4 text-soft empty:hidden">
        {send.isSuccess && "Taken back. The status is as it was before."}
      </p>
      <Failure error={send.error} className="mt-4" />
    </>
  );
}
