import { use } from "react";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { AccountStatusContext } from "./accountStatus.ts";
import type { Person } from "./columns.tsx";

/** Lets a person try to log in again at once; shown only while failed attempts lock them out. */
export const Unlock = (person: Person) =>
  use(AccountStatusContext).held.has(person.id) ? <LetTry {...person} /> : null;

function LetTry({ id, name, surname }: Person) {
  const send = api.admin.session.unlock.useMutation({
    onSettled: () => utils.admin.session.held.invalidate(),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button
          kind="quiet"
          small
          which={`${name} ${surname}`}
          title="Too many wrong tries: they have to wait before they can log in"
        >
          Unlock
        </Button>
      }
      title={`Let ${name} ${surname} try again?`}
      action="Unlock"
      harmless
      onConfirm={() => send.mutateAsync({ id })}
    >
      <p>
        They no longer have to wait after wrong passwords and codes, on any device. Do this only if
        you know that it was them.
      </p>
      <p className="mt-3">
        A network address with too many wrong tries stays blocked, because somebody there may be
        guessing. It opens by itself within 15 minutes of the last wrong try. A phone or computer on
        which {name} has logged in before does not have to wait.
      </p>
    </ConfirmDialog>
  );
}
