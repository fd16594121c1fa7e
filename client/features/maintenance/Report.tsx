import { type Answers, api, reasonOf, showToast, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import type { Request } from "./columns.tsx";

type Status = Request["status"];
type List = NonNullable<Parameters<typeof api.staff.maintenance.all.useSuspenseQuery>[0]>;

interface Props {
  request: Request;
  /** The input of the query for the list on the screen. */
  list: List & { profileId?: string };
}

/**
 * Switches a request between Open and Closed. The screen changes at once, and changes back if the
 * server refuses. The server gets the status that the screen showed, and the list is fetched again.
 */
export function Report({ request, list }: Props) {
  const show = (id: string, status: Status) =>
    utils.staff.maintenance.all.setData(list, (old) => old && withStatus(old, id, status));

  const { id: requestId, status: from, description } = request;
  const send = api.staff.maintenance.setStatus.useMutation({
    onMutate: async ({ requestId, status }) => {
      await utils.staff.maintenance.all.cancel();
      show(requestId, status);
    },
    onError: (error, { requestId, from }) => {
      // On `maintenance.changed` somebody else was first: the refetched list shows the present
      // status.
      if (from && reasonOf(error)?.code !== "maintenance.changed") show(requestId, from);
    },
    onSuccess: (_, { status, from = status, ...which }) =>
      void showToast(
        "success",
        `${status === "Closed" ? "Closed" : "Open again"}: ${description}`,
        null,
        which.requestId,
        {
          label: "Undo",
          onClick: () => send.mutate({ ...which, status: from, from: status }),
        },
      ),
    onSettled: () =>
      Promise.all([utils.staff.maintenance.invalidate(), utils.staff.dashboard.invalidate()]),
  });
  const status: Status = from === "Open" ? "Closed" : "Open";
  const profileId = list.profileId;
  return (
    <>
      <Button
        kind="quiet"
        aria-label={`Report ${status.toLowerCase()}: ${description}`}
        busy={send.isPending}
        // The second press of a double click would undo the first.
        onClick={({ detail }) =>
          detail < 2 &&
          !send.isPending &&
          send.mutate({ ...(profileId && { profileId }), requestId, status, from })
        }
      >
        Report
      </Button>
      <Failure error={send.error} className="mt-1 text-sm" />
    </>
  );
}

const withStatus = (list: Answers["staff"]["maintenance"]["all"], id: string, status: Status) => ({
  ...list,
  rows: list.rows.map((row) => (row.id === id ? { ...row, status } : row)),
});
