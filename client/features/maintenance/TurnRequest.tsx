import { api, showToast, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import type { Request } from "./columns.tsx";

/** Closes a request or opens it again, as an admin; the message after it can take it back. */
export function TurnRequest({ id: requestId, status: from, description }: Request) {
  const send = api.admin.maintenance.setStatus.useMutation({
    onSuccess: (_, { status, from: before = status }) =>
      void showToast(
        "success",
        `${status === "Closed" ? "Closed" : "Open again"}: ${description}`,
        null,
        requestId,
        {
          label: "Undo",
          onClick: () => send.mutate({ requestId, status: before, from: status }),
        },
      ),
    onSettled: () =>
      Promise.all([utils.admin.maintenance.invalidate(), utils.admin.dashboard.invalidate()]),
  });
  const status = from === "Open" ? "Closed" : "Open";
  return (
    <>
      <Button
        kind="quiet"
        small
        which={description}
        busy={send.isPending}
        // The second press of a double click would undo the first.
        onClick={({ detail }) =>
          detail < 2 && !send.isPending && send.mutate({ requestId, status, from })
        }
      >
        {status === "Closed" ? "Close" : "Open again"}
      </Button>
      <Failure error={send.error} className="mt-1 text-sm" />
    </>
  );
}
