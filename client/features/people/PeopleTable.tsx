import { Dialog } from "@base-ui/react/dialog";
import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, api, utils, wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { Column } from "../../ui/column.ts";
import { dayOf, sayLongDay } from "../../ui/days.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { counted } from "../../ui/plural.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { Table } from "../../ui/Table.tsx";
import { useOpener } from "../../ui/useOpener.ts";
import { type Person, personColumns } from "./columns.tsx";
import { HandOver } from "./HandOver.tsx";

interface Props {
  caption: string;
  rows: readonly Person[];
  /** Columns after those of every list of people. */
  more?: readonly Column<Person>[];
}

/**
 * @param held the ids of the people whom failed attempts lock out
 * @param stepped the ids of the people who have a second step
 */
const actions = (held: readonly string[], stepped: readonly string[]): Column<Person> => ({
  key: "action",
  label: "Action",
  show: (person) => (
    <span className="grid justify-items-start gap-1">
      <span className="flex flex-wrap items-center gap-0.5 xl:flex-nowrap">
        <Remove {...person} />
        <ResetLink {...person} />
      </span>
      {held.includes(person.id) && <Unlock {...person} />}
      {stepped.includes(person.id) && <ResetStep {...person} />}
    </span>
  ),
});

const none: readonly never[] = [];

/** A list of people. It fetches their account status once for all, not per row. */
export function PeopleTable({ caption, rows, more = none }: Props) {
  const { data: held = none } = api.admin.session.held.useQuery();
  const { data: steps } = api.admin.factors.all.useQuery();
  const stepped = steps?.people ?? none;
  const columns = useMemo(
    () => [...personColumns, actions(held, stepped), ...more],
    [held, stepped, more],
  );
  return <Table caption={caption} rows={rows} columns={columns} empty="No data available" />;
}

/** Lets a person try to log in again at once. */
function Unlock({ id, name, surname }: Person) {
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

/** Removes somebody's lost second step; shown only for other people. */
function ResetStep({ id, name, surname }: Person) {
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

/** Removes a person, after asking once. */
function Remove({ id, role, name, surname }: Person) {
  const send = api.admin.people.remove.useMutation({
    onSettled: () => utils.admin.invalidate(),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button kind="quiet" small which={`${name} ${surname}`}>
          Remove
        </Button>
      }
      title={`Remove ${name} ${surname}?`}
      action="Remove"
      onConfirm={() => send.mutateAsync({ id, role })}
    >
      They can no longer sign in, and they disappear from this list. Their fines, requests and
      visitors stay.
      <Owed id={id} name={name} />
    </ConfirmDialog>
  );
}

/** What they still owe; fetched when somebody is about to remove them. */
function Owed({ id, name }: Pick<Person, "id" | "name">) {
  const { data, error } = api.admin.fines.owedBy.useQuery({ residentId: id }, { staleTime: 0 });
  const words = data ? owedWords(name, data) : error && notKnown(error);
  return (
    <p role="status" className="mt-3 min-h-[1lh] font-semibold text-ink">
      {words}
    </p>
  );
}

const notKnown = (error: unknown) => `What they owe could not be looked up. ${wordsOf(error)}`;

function owedWords(name: string, { unpaid, pending }: Answers["admin"]["fines"]["owedBy"]): string {
  if (unpaid.count + pending.count === 0) return `${name} owes nothing.`;
  const waits =
    pending.count > 0
      ? ` ${formatRand(pending.cents)} of it is pending: check the proof of payment first.`
      : "";
  const [all, fines] = [unpaid.cents + pending.cents, unpaid.count + pending.count];
  return `${name} still owes ${formatRand(all)}: ${counted(fines, "fine")} not paid.${waits}`;
}

/**
 * Makes a link with which a person chooses a new password, and shows it. Their old password works
 * until then. It asks first if that would invalidate a printed invite or link that they were given
 * and have not used yet.
 */
function ResetLink({ id, name, surname }: Person) {
  const send = api.admin.invites.resetLink.useMutation();
  const make = () => !send.isPending && send.mutate({ id });
  const look = useMutation({
    mutationFn: () => utils.admin.sheets.handedOut.fetch({ id }, { staleTime: 0 }),
    onSuccess: (handed) => handed ?? make(),
  });
  const begin = () => {
    send.reset();
    look.mutate();
  };
  const { open, turn, wasOpened, button, trigger } = useOpener(begin);
  const asks = look.data && send.isIdle ? look.data : null;
  return (
    <>
      <Button kind="plain" small which={`for ${name} ${surname}`} {...trigger}>
        Reset link
      </Button>
      {wasOpened && (
        <Dialog.Root open={open} onOpenChange={turn}>
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
              {send.data && <HandOver made={send.data} name={name} />}
              <div className="mt-6 flex flex-wrap justify-end gap-3 print:hidden">
                <Dialog.Close
                  render={<Button kind="quiet">{asks ? `Keep the ${asks.kind}` : "Close"}</Button>}
                />
                {asks && <Button onClick={make}>Make a new link</Button>}
              </div>
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </>
  );
}

type HandedOut = NonNullable<Answers["admin"]["sheets"]["handedOut"]>;

const replaces = (name: string, { kind, until }: HandedOut) => {
  const day = sayLongDay(dayOf(new Date(until)));
  return kind === "sheet"
    ? `${name} has a printed sheet with a code that still works, until ${day}. It may already be under their door. If you make a new link, that code stops working.`
    : `${name} was given a link that still works, until ${day}. If you make a new link, that one stops working.`;
};
