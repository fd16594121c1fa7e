import { api, client, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Undoable } from "../../ui/Undoable.tsx";
import { holdRow, offerUndoOf } from "../../ui/undo.ts";
import type { Visit } from "./columns.tsx";

interface Props {
  visit: Visit;
  as: "admin" | "resident";
  /** The resident, when an admin looks at their visitors. */
  profileId?: string | undefined;
}

/** The Action cell of a visitor. Errors are shown under the button. */
export function SignOut({ visit, as: role, profileId }: Props) {
  const { id: visitId, visitorName, visitorSurname } = visit;
  const settled = () => utils[role].invalidate();
  const send = api[role].visitors.signOut.useMutation({
    onMutate: () => holdRow(visitId),
    onSuccess: () =>
      offerUndoOf(visit, {
        said: "Signed out",
        now: {},
        undo: () =>
          role === "admin"
            ? client.admin.visitors.undoSignOut.mutate({ visitId })
            : client.resident.visitors.undoSignOut.mutate({ profileId, visitId }),
        after: settled,
      }),
    onSettled: settled,
  });
  const which = `${visitorName} ${visitorSurname}`;
  return (
    <Undoable row={visit} which={which}>
      <Button
        kind="quiet"
        small
        which={which}
        busy={send.isPending}
        // The second press of a double click would be on what comes next.
        onClick={({ detail }) =>
          detail < 2 && !send.isPending && send.mutate({ profileId, visitId })
        }
      >
        Sign Out
      </Button>
      <Failure error={send.error} className="mt-1 text-sm" />
    </Undoable>
  );
}
