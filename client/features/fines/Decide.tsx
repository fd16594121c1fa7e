import { Fragment, useEffect, useId, useRef, useState } from "react";
import { type FineStatus, fineStatuses, withdrawn } from "../../../server/features/fines/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { offerUndoOf } from "../../ui/undo.ts";
import { fineChange, refreshFines, statusWords } from "./changedFine.ts";
import type { Fine } from "./columns.tsx";
import { UndoFine } from "./Withdrawal.tsx";

const effects: Record<FineStatus, string> = {
  Unpaid: "It is owed, and reminders name it.",
  Paid: "It is settled, and nobody owes it.",
  "Pending...": "A payment is being looked at.",
};
const backAfterMs = 2000;

const turningDown = async () =>
  (await import("../../../server/features/fines/schema.ts")).turningDown;

/**
 * The facts to compare with the proof, and the buttons that decide. Whoever turns a proof down says
 * why, because the resident has to know what to do now.
 */
export function Decide({ fine, back }: { fine: Fine; back: () => void }) {
  const { id: fineId, status } = fine;
  const send = api.admin.fines.setStatus.useMutation({
    onSuccess: (changed) => offerUndoOf(changed, fineChange(changed.status)),
    onSettled: refreshFines,
  });
  const id = useId();
  const done = send.isSuccess;
  const [proofs] = api.admin.proofs.of.useSuspenseQuery({ fineId });
  const hasProof = status === "Pending..." && proofs.length > 0;
  const [turnsDown, setTurnsDown] = useState(false);
  const asking = useRef<HTMLButtonElement>(null);
  const set = (from: FineStatus, to: FineStatus) => {
    const asksWhy = hasProof && to === "Unpaid";
    setTurnsDown(asksWhy);
    if (!asksWhy) send.mutate({ fineId, status: to, from });
  };
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
        <fieldset
          aria-labelledby="status"
          // Text that is too large for both side by side has the sentence below its button.
          className="mt-3 grid grid-cols-1 items-center gap-x-3 gap-y-1.5 xs:grid-cols-[auto_minmax(0,1fr)] xs:gap-y-3"
        >
          {fineStatuses.map((each, at) => (
            <Fragment key={each}>
              <Button
                ref={each === "Unpaid" ? asking : undefined}
                kind={status === each ? "solid" : "quiet"}
                aria-pressed={status === each}
                aria-describedby={`${id}-${at}`}
                busy={send.isPending && send.variables.status === each}
                // The second press of a double click would send a status that has changed already.
                onClick={({ detail }) => detail < 2 && !send.isPending && set(status, each)}
              >
                {statusWords[each]}
              </Button>
              <span id={`${id}-${at}`} className="text-sm leading-snug text-soft">
                {effects[each]}
              </span>
            </Fragment>
          ))}
        </fieldset>
      )}
      {turnsDown ? (
        <Form
          schema={turningDown}
          send={{
            isPending: send.isPending,
            mutate: (input, options) =>
              send.mutate({ ...input, fineId, status: "Unpaid", from: "Pending..." }, options),
          }}
          onDone={() => setTurnsDown(false)}
          className="mt-5 grid gap-4"
        >
          <TextField
            label="Why it is not paid"
            data-label="The reason"
            name="reason"
            hint={`${fine.name} reads this.`}
            autoFocus
          />
          <FormButtons
            leave={() => {
              setTurnsDown(false);
              asking.current?.focus();
            }}
          >
            Set to Unpaid
          </FormButtons>
        </Form>
      ) : (
        <Failure error={send.error} className="mt-4" />
      )}
      {!done && <UndoFine fine={fine} />}
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
