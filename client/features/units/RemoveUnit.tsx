import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { Unit } from "./Units.tsx";

/** Takes a unit out of the register, after asking once. */
export function RemoveUnit({ id, label }: Unit) {
  const cache = api.useUtils();
  const send = api.admin.units.remove.useMutation({
    onSettled: () => cache.admin.units.invalidate(),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button kind="quiet" small className="relative">
          Remove<span className="sr-only"> {label}</span>
        </Button>
      }
      title={`Remove ${label}?`}
      action="Remove"
      onConfirm={() => send.mutateAsync({ unitId: id })}
    >
      It disappears from the list of units. You cannot remove a unit in which somebody still lives.
    </ConfirmDialog>
  );
}
