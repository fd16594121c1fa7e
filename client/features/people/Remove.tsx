import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { Person } from "./columns.tsx";

/** Takes a person out of their list, after asking once. */
export function Remove({ id, role, name, surname }: Person) {
  const utils = api.useUtils();
  const send = api.admin.people.remove.useMutation({
    onSettled: () => utils.admin.invalidate(),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button kind="quiet" small className="relative">
          Remove
          <span className="sr-only">
            {" "}
            {name} {surname}
          </span>
        </Button>
      }
      title={`Remove ${name} ${surname}?`}
      action="Remove"
      onConfirm={() => send.mutateAsync({ id, role })}
    >
      They can no longer sign in, and leave this list. Their fines, requests and visitors stay.
    </ConfirmDialog>
  );
}
