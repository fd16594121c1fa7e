import { use } from "react";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { AccountStatusContext } from "./accountStatus.ts";
import type { Person } from "./columns.tsx";

/** Removes somebody's lost second step; shown only for other people who have one. */
export const ResetStep = (person: Person) =>
  use(AccountStatusContext).stepped.has(person.id) ? <OfAnother {...person} /> : null;

function OfAnother({ id, name, surname }: Person) {
  const send = api.admin.factors.reset.useMutation({
    onSettled: () => utils.admin.factors.all.invalidate(),
  });
  const { data: session } = api.public.session.current.useQuery();
  if (session?.profileId === id) return null;
  return (
    <ConfirmDialog
      trigger={
        <Button kind="plain" small which={`of ${name} ${surname}`}>
          Reset second step
        </Button>
      }
      title={`Reset the second step of ${name} ${surname}?`}
      action="Reset"
      onConfirm={() => send.mutateAsync({ id })}
    >
      Do this for somebody who has lost their phone and their recovery codes. They then log in with
      only their password, until they set up a new second step. First make sure that the person
      asking is really them.
    </ConfirmDialog>
  );
}
