import { useMemo } from "react";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { Column } from "../../ui/column.ts";
import { Table } from "../../ui/Table.tsx";
import { type Person, personColumns } from "./columns.tsx";
import { Remove } from "./Remove.tsx";
import { ResetLink } from "./ResetLink.tsx";

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
