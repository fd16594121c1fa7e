import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormButtons } from "../../ui/FormButtons.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import type { RequestFile } from "./columns.tsx";
import { turned } from "./TurnRequest.tsx";

const closing = async () =>
  (await import("../../../server/features/maintenance/schema.ts")).newNote.pick({ text: true });

interface Props {
  request: RequestFile;
  as: "admin" | "staff";
}

/** Closes a request, and says what was done. */
export function CloseWithNote({ request: { id: requestId, status: from }, as }: Props) {
  const send = api[as].maintenance.setStatus.useMutation({
    onSettled: () => turned({ as }, "Closed").after(),
  });
  return (
    <FormDialog
      trigger={
        <Button kind="quiet" small={as === "admin"}>
          Close with a note …
        </Button>
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
              send.mutate({ requestId, status: "Closed", from, note }, options),
          }}
          onDone={close}
        >
          <TextField label="What was done" name="text" rows={3} />
          <FormButtons inDialog leave={close}>
            Close the request
          </FormButtons>
        </Form>
      )}
    </FormDialog>
  );
}
