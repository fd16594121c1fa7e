import { api, client, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Undoable } from "../../ui/Undoable.tsx";
import { holdRow, offerUndo } from "../../ui/undo.ts";
import { doneWords, type Request } from "./columns.tsx";

const settled = () =>
  Promise.all([utils.admin.maintenance.invalidate(), utils.admin.dashboard.invalidate()]);

/** Closes a request or opens it again, as an admin, and offers to take that back. */
export function TurnRequest(request: Request) {
  const { id: requestId, status: from, description } = request;
  const send = api.admin.maintenance.setStatus.useMutation({
    onMutate: () => holdRow(requestId),
    onSuccess: (_, { status }) =>
      offerUndo(requestId, {
        said: doneWords[status],
        now: { status },
        undo: async () => {
          await client.admin.maintenance.setStatus.mutate({
            requestId,
            status: from,
            from: status,
          });
          await settled();
        },
      }),
    onSettled: settled,
  });
  const status = from === "Open" ? "Closed" : "Open";
  return (
    <Undoable row={request} which={description}>
      <Button
        kind="quiet"
        small
        which={description}
        busy={send.isPending}
        // The second press of a double click would be on what comes next.
        onClick={({ detail }) =>
          detail < 2 && !send.isPending && send.mutate({ requestId, status, from })
        }
      >
        {status === "Closed" ? "Close" : "Open again"}
      </Button>
      <Failure error={send.error} className="mt-1 text-sm" />
    </Undoable>
  );
}
