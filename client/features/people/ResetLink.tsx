import { Dialog } from "@base-ui/react/dialog";
import { api } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { useOpener } from "../../ui/useOpener.ts";
import type { Person } from "./columns.tsx";
import { HandOver } from "./HandOver.tsx";

/** Makes a link with which somebody chooses a new password, and shows it. Their old one works until then. */
export function ResetLink({ id, name, surname }: Person) {
  const send = api.admin.invites.resetLink.useMutation();
  const make = () => !send.isPending && send.mutate({ id });
  const { open, turn, wasOpened, button, portal, trigger } = useOpener(make);
  return (
    <>
      <Button kind="plain" small className="relative" {...trigger}>
        Reset link
        <span className="sr-only">
          {" "}
          for {name} {surname}
        </span>
      </Button>
      {wasOpened && (
        <Dialog.Root open={open} onOpenChange={turn}>
          <Dialog.Portal ref={portal}>
            <Dialog.Backdrop className="fixed inset-0 z-20 bg-shade print:hidden" />
            <Dialog.Popup
              finalFocus={button}
              data-print-alone
              className="fixed inset-x-4 top-1/2 z-20 mx-auto max-h-[92dvh] max-w-lg -translate-y-1/2 overflow-y-auto rounded-2xl bg-surface p-6 shadow-xl ring-1 ring-line sm:p-8 print:static print:max-h-none print:translate-y-0 print:bg-transparent print:shadow-none print:ring-0"
            >
              <Dialog.Title className="mb-4 text-2xl">
                New password for {name} {surname}
              </Dialog.Title>
              {send.isPending && <Spinner />}
              {send.error && <ErrorState error={send.error} retry={make} />}
              {send.data && <HandOver made={send.data} name={name} />}
              <div className="mt-6 flex justify-end print:hidden">
                <Dialog.Close render={<Button kind="quiet">Close</Button>} />
              </div>
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </>
  );
}
