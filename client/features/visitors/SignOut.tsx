import { api, client, settles, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { today } from "../../ui/days.ts";
import { Failure } from "../../ui/Failure.tsx";
import { UndoableButton } from "../../ui/Undoable.tsx";
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
  return (
    <UndoableButton
      row={visit}
      which={`${visitorName} ${visitorSurname}`}
      send={send}
      press={() => send.mutate({ profileId, visitId })}
    >
      Sign Out
    </UndoableButton>
  );
}

/** For a visitor who was signed in for a later day, when that has come and they are not in yet. */
export function Arrived({ visit, profileId }: Pick<Props, "visit" | "profileId">) {
  const { id: visitId, visitorName, visitorSurname } = visit;
  const send = api.resident.visitors.arrive.useMutation(settles(utils.resident));
  if (visit.arrivedAt || visit.startDate > today()) return null;
  return (
    <div>
      <Button
        small
        which={`${visitorName} ${visitorSurname}`}
        busy={send.isPending}
        onClick={() => send.mutate({ profileId, visitId })}
      >
        They are here
      </Button>
      <Failure error={send.error} className="mt-1 text-sm" />
    </div>
  );
}
