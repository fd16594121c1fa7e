import type { LinkProps } from "@tanstack/react-router";
import { CircleUserRound, KeyRound, Smartphone } from "lucide-react";
import { useCallback, useMemo } from "react";
import { api, settles, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { ConfirmDialog, Question } from "../../ui/ConfirmDialog.tsx";
import type { Chip, Column } from "../../ui/column.ts";
import type { OpenedDialog, RowMenuProps } from "../../ui/rowActions.ts";
import { Table } from "../../ui/Table.tsx";
import { type Person, personColumns } from "./columns.tsx";
import { keptData, newFine } from "./links.tsx";
import { Remove } from "./Remove.tsx";
import { ResetLink } from "./ResetLink.tsx";

interface Props {
  caption: string;
  rows: readonly Person[];
  more?: readonly Column<Person>[];
  /** These people are invited: chips say who has not signed in yet. */
  hasInvites?: boolean;
}

/**
 * @param held the ids of the people who have to wait after failed attempts: to log in, or to type
 *   their password again while they are logged in
 */
const action = (held: readonly string[]): Column<Person> => ({
  key: "action",
  label: "Action",
  show: (person) => (
    <span className="flex flex-wrap items-center gap-x-1 xl:flex-nowrap">
      <Remove {...person} />
      {held.includes(person.id) && <Unlock {...person} />}
    </span>
  ),
});

const none: readonly string[] = [];
const noMore: readonly never[] = [];

/** The menu "…" of a person. @param steps whether they have a second step to reset */
const menuOf = (person: Person, steps: boolean): RowMenuProps => ({
  of: `${person.name} ${person.surname}`,
  actions: () => [
    person.role === "Resident" && newFine(person.id),
    {
      label: "Reset link",
      icon: KeyRound,
      dialog: (opened) => <ResetLink person={person} {...opened} />,
    },
    steps && {
      label: "Reset second step",
      icon: Smartphone,
      dialog: (opened) => <ResetStep person={person} {...opened} />,
    },
    {
      label: "Open their page",
      icon: CircleUserRound,
      link: { to: "/admin/people/$personId", params: { personId: person.id } },
    },
    keptData(person.id),
  ],
});

function useJoinedChips(hasInvites: boolean): readonly Chip<Person>[] | undefined {
  const { data } = api.admin.sheets.waiting.useQuery(undefined, { enabled: hasInvites });
  return useMemo(() => {
    if (!data) return undefined;
    const waiting = new Set(data.units.flatMap(({ people }) => people.map(({ id }) => id)));
    const chip = (value: string, label: string, joined: boolean): Chip<Person> => ({
      group: "joined",
      value,
      label,
      has: ({ id }) => waiting.has(id) !== joined,
    });
    return [chip("yes", "Joined", true), chip("no", "Not joined yet", false)];
  }, [data]);
}

const linkOf = ({ id }: Person): LinkProps => ({
  to: "/admin/people/$personId",
  params: { personId: id },
});

/** A list of people. It fetches their account status once for all, not per row. */
export function PeopleTable({ caption, rows, more = noMore, hasInvites = false }: Props) {
  const { data: held = none } = api.admin.session.held.useQuery();
  const { data: steps } = api.admin.factors.all.useQuery();
  const { data: session } = api.public.session.current.useQuery();
  const chips = useJoinedChips(hasInvites);
  const stepped = steps?.people ?? none;
  const own = session?.profileId;
  const columns = useMemo(() => [...personColumns, action(held), ...more], [held, more]);
  const menu = useCallback(
    (person: Person) => menuOf(person, stepped.includes(person.id) && person.id !== own),
    [stepped, own],
  );
  return (
    <Table
      caption={caption}
      rows={rows}
      columns={columns}
      {...(chips && { chips })}
      menu={menu}
      link={linkOf}
      empty="No data available"
      drawing="door"
    />
  );
}

function Unlock({ id, name, surname }: Person) {
  const send = api.admin.session.unlock.useMutation(settles(utils.admin.session.held));
  return (
    <ConfirmDialog
      trigger={
        <QuietButton
          small
          which={`${name} ${surname}`}
          title="Too many wrong tries: they have to wait before they can try again"
        >
          Unlock
        </QuietButton>
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

function ResetStep({
  person: { id, name, surname },
  ...opened
}: OpenedDialog & { person: Person }) {
  const send = api.admin.factors.reset.useMutation(settles(utils.admin.factors.all));
  return (
    <Question
      {...opened}
      title={`Reset the second step of ${name} ${surname}?`}
      action="Reset"
      onConfirm={() => send.mutateAsync({ id })}
    >
      Do this for somebody who has lost their phone and their recovery codes. They then log in with
      only their password, until they set up a new second step. First make sure that the person
      asking is really them.
    </Question>
  );
}
