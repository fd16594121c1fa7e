import { isClosed } from "../../../server/features/maintenance/list.ts";
import { api } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { DialogButtons } from "../../ui/FormButtons.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { offerUndoOf } from "../../ui/undo.ts";
import type { RequestFile } from "./columns.tsx";
import { turned } from "./TurnRequest.tsx";

const closing = async () =>
  (await import("../../../server/features/maintenance/schema.ts")).newNote.pick({ text: true });

/** Closes a request, says what was done, and offers to take the closing back. */
export function CloseWithNote({ request, as }: { request: RequestFile; as: "admin" | "staff" }) {
  const { id: requestId } = request;
  const send = api[as].maintenance.setStatus.useMutation({
    onSuccess: () => offerUndoOf(request, turned({ as }, "Closed")),
    onSettled: () => turned({ as }, "Closed").after(),
  });
  return (
    <FormDialog
      trigger={
        // Only its button goes once somebody closes the request: what is being typed stays.
        <QuietButton small={as === "admin"} hidden={isClosed(request)}>
          Close with a note …
        </QuietButton>
      }
      title="Close this request"
      note="The resident reads what you write here."
    >
      {(close) => (
        <Form
          schema={closing}
          send={{
            isPending: send.isPending,
            mutate: ({ text: note }, options) =>
              send.mutate({ requestId, status: "Closed", from: "Open", note }, options),
          }}
          onDone={close}
        >
          <TextField label="What was done" data-label="The note" name="text" rows={3} />
          <DialogButtons leave={close}>Close the request</DialogButtons>
        </Form>
      )}
    </FormDialog>
  );
}
