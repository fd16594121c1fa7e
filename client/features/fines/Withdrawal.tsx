import { useState } from "react";
import { type FineStatus, withdrawn } from "../../../server/features/fines/schema.ts";
import { api, reasonOf } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { Section } from "../../ui/Section.tsx";
import { Undoable } from "../../ui/Undoable.tsx";
import { offerUndoOf, useDone } from "../../ui/undo.ts";
import { useFocusBack } from "../../ui/useFocusBack.ts";
import { fineChange, refreshFines } from "./changedFine.ts";
import type { Fine } from "./columns.tsx";

const withdrawal = async () =>
  (await import("../../../server/features/fines/schema.ts")).withdrawal;

const [withdrawnNow, putBackNow] = ["Withdrawn", "Put back"] as const;

export const Withdrawal = ({ fine }: { fine: Fine }) => (
  <div>
    {fine.status === withdrawn ? (
      <PutBack fine={fine} />
    ) : (
      <ToWithdraw fine={fine} status={fine.status} />
    )}
    <UndoFine fine={fine} here />
  </div>
);

/**
 * Takes back what was done to a fine, also for whoever opens it again at once. A withdrawal is taken
 * back where it was made, and what else was done beside the statuses.
 */
export function UndoFine({ fine, here = false }: { fine: Fine; here?: boolean }) {
  const said = useDone(fine.id)?.said;
  if (!said || here !== (said === withdrawnNow || said === putBackNow)) return null;
  return <Undoable row={fine} which={fine.reference} className="mt-4" />;
}

interface Props {
  fine: Fine;
  status: FineStatus;
}

function ToWithdraw({ fine, status }: Props) {
  return (
    <Section title="Withdraw this fine">
      {status === "Paid" ? (
        <p className="mt-2 max-w-xl text-soft">
          A fine that is paid is not withdrawn. If the money goes back to {fine.name}, set the fine
          to Unpaid first.
        </p>
      ) : (
        <Withdraw fine={fine} status={status} />
      )}
    </Section>
  );
}

function Withdraw({ fine, status }: Props) {
  const [from, setFrom] = useState<FineStatus>();
  const opener = useFocusBack(from !== undefined);
  const send = api.admin.fineDecisions.withdraw.useMutation({
    onSuccess: () => offerUndoOf(fine, fineChange(withdrawn, withdrawnNow)),
    // Whoever was refused so has been told to look, and sees this status.
    onError: (error) => reasonOf(error)?.code === "fines.changed" && setFrom(status),
    onSettled: refreshFines,
  });
  return (
    <>
      <p className="mt-2 mb-4 max-w-xl text-soft">
        It is then not owed any more. It stays here, and it can be put back.
      </p>
      {from ? (
        <Form
          schema={withdrawal}
          send={send}
          also={{ fineId: fine.id, from }}
          className="grid max-w-xl gap-4"
        >
          <TextField
            label="Why it is withdrawn"
            data-label="The reason"
            name="reason"
            hint={`${fine.name} reads this.`}
            autoFocus
          />
          <FormButtons leave={() => setFrom(undefined)}>Withdraw the fine</FormButtons>
        </Form>
      ) : (
        <QuietButton ref={opener} onClick={() => setFrom(status)}>
          Withdraw …
        </QuietButton>
      )}
    </>
  );
}

function PutBack({ fine }: { fine: Fine }) {
  const send = api.admin.fineDecisions.putBack.useMutation({
    onSuccess: ({ status }) => offerUndoOf(fine, fineChange(status, putBackNow)),
    onSettled: refreshFines,
  });
  return (
    <Section title="Withdrawn">
      <p className="mt-2 max-w-xl break-words whitespace-pre-line">{fine.withdrawnReason}</p>
      <p className="mt-1 mb-4 max-w-xl text-soft">
        Nobody owes this fine. If you put it back, it gets its old status again.
      </p>
      <QuietButton busy={send.isPending} onClick={() => send.mutate({ fineId: fine.id })}>
        Put back
      </QuietButton>
      <Failure error={send.error} className="mt-3" />
    </Section>
  );
}
