import { api } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { DialogButtons } from "../../ui/FormButtons.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { decided } from "./decided.ts";

const schema = async () =>
  (await import("../../../server/features/changes/decisions/schema.ts")).refusal;

export function Refuse({ noticeId }: { noticeId: string }) {
  const send = api.admin.changeDecisions.refuse.useMutation(decided(noticeId, "Refused"));
  return (
    <FormDialog
      trigger={<QuietButton>Refuse …</QuietButton>}
      title="Refuse this announcement?"
      note="The register stays as it is. The person who announced it reads your reason."
    >
      {(close) => (
        <Form schema={schema} send={send} also={{ noticeId }} onDone={close} className="grid gap-5">
          <TextField label="Reason" name="reason" rows={3} maxLength={300} />
          <DialogButtons leave={close}>Refuse it</DialogButtons>
        </Form>
      )}
    </FormDialog>
  );
}

/** Confirms what an admin has entered before, and changes nothing in the register. */
export function ConfirmEntered({ noticeId }: { noticeId: string }) {
  const send = api.admin.changeDecisions.confirmEntered.useMutation(decided(noticeId, "Confirmed"));
  return (
    <ConfirmDialog
      trigger={<QuietButton>It is in the register already</QuietButton>}
      title="Is it in the register already?"
      action="Yes, confirm it"
      harmless
      onConfirm={() => send.mutateAsync({ noticeId })}
    >
      Nothing is entered. The person who announced it is told that it is confirmed.
    </ConfirmDialog>
  );
}
