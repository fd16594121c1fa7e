import { Dialog } from "@base-ui/react/dialog";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button, QuietButton } from "../../ui/Button.tsx";
import { sayFullMoment } from "../../ui/days.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import type { OpenedDialog } from "../../ui/rowActions.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import type { Person } from "./columns.tsx";
import { HandOver } from "./HandOver.tsx";

/** Asks first if the link would replace a printed invite or link that is not used yet. */
export function ResetLink({
  person,
  open,
  onOpenChange,
  button,
}: OpenedDialog & { person: Pick<Person, "id" | "name" | "surname" | "username"> }) {
  const { id, name, surname } = person;
  const send = api.admin.invites.resetLink.useMutation();
  const make = () => !send.isPending && send.mutate({ id });
  const look = useMutation({
    mutationFn: () => utils.admin.sheets.handedOut.fetch({ id }, { staleTime: 0 }),
    onSuccess: (handed) => handed ?? make(),
  });
  const begin = () => look.mutate();
  const hasBegun = useRef(false);
  useEffect(() => {
    // Once, also where React runs effects twice to find faults.
    if (!hasBegun.current) begin();
    hasBegun.current = true;
  });
  const asks = look.data && send.isIdle ? look.data : null;
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-shade print:hidden" />
        <Dialog.Popup
          finalFocus={button}
          data-print-alone
          className="fixed inset-x-4 top-1/2 z-20 mx-auto max-h-[92dvh] max-w-lg -translate-y-1/2 overflow-y-auto rounded-2xl bg-surface p-6 shadow-xl ring-1 ring-line sm:p-8 print:static print:max-h-none print:translate-y-0 print:bg-transparent print:shadow-none print:ring-0"
        >
          <Dialog.Title className="mb-4 text-2xl">
            New password for {name} {surname}
          </Dialog.Title>
          {(look.isPending || send.isPending) && <Spinner />}
          {look.error && <ErrorState error={look.error} retry={begin} />}
          {send.error && <ErrorState error={send.error} retry={make} />}
          {asks && <p role="status">{replaces(name, asks)}</p>}
          {send.data && <HandOver made={send.data} person={person} />}
          <div className="mt-6 flex flex-wrap justify-end gap-3 print:hidden">
            <Dialog.Close
              render={<QuietButton>{asks ? `Keep the ${asks.kind}` : "Close"}</QuietButton>}
            />
            {asks && <Button onClick={make}>Make a new link</Button>}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type HandedOut = NonNullable<Answers["admin"]["sheets"]["handedOut"]>;

const replaces = (name: string, { kind, until }: HandedOut) => {
  const end = sayFullMoment(new Date(until));
  return kind === "sheet"
    ? `${name} has a sheet with a code that still works, until ${end}. It may already be under their door. If you make a new link, that code stops working.`
    : `${name} was given a link that still works, until ${end}. If you make a new link, that one stops working.`;
};
