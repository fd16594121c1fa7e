import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import type { Visit } from "./columns.tsx";

interface Props {
  visit: Visit;
  as: "admin" | "resident";
  /** The resident, when an admin looks at their visitors. */
  profileId?: string | undefined;
}

/** The Action cell of a visitor. Errors are shown under the button. */
export function SignOut({
  visit: { id, visitorName, visitorSurname },
  as: role,
  profileId,
}: Props) {
  const undo = api.resident.visitors.undoSignOut.useMutation({
    onSettled: () => utils[role].invalidate(),
  });
  const send = api[role].visitors.signOut.useMutation({
    ...(role === "resident" && {
      meta: { undo: () => undo.mutate({ profileId, visitId: id }) },
    }),
    onSettled: () => utils[role].invalidate(),
  });
  return (
    <>
      <Button
        kind="quiet"
        small
        which={`${visitorName} ${visitorSurname}`}
        busy={send.isPending}
        onClick={() => !send.isPending && send.mutate({ profileId, visitId: id })}
      >
        Sign Out
      </Button>
      <Failure error={send.error} className="mt-1 text-sm" />
    </>
  );
}
