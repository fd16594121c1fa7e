import { useMemo } from "react";
import { api } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { Table } from "../../ui/Table.tsx";
import { AccountStatusContext } from "./accountStatus.ts";
import { type Person, personColumns } from "./columns.tsx";
import { Remove } from "./Remove.tsx";
import { ResetLink } from "./ResetLink.tsx";
import { ResetStep } from "./ResetStep.tsx";
import { Unlock } from "./Unlock.tsx";

interface Props {
  caption: string;
  rows: readonly Person[];
  /** Columns after those of every list of people. */
  more?: readonly Column<Person>[];
}

const actions: Column<Person> = {
  key: "action",
  label: "Action",
  show: (person) => (
    <span className="grid justify-items-start gap-1">
      <span className="flex flex-wrap items-center gap-0.5 xl:flex-nowrap">
        <Remove {...person} />
        <ResetLink {...person} />
      </span>
      <Unlock {...person} />
      <ResetStep {...person} />
    </span>
  ),
};

const none: readonly Column<Person>[] = [];

/** A list of people. It fetches their account status once for all, not per row. */
export function PeopleTable({ caption, rows, more = none }: Props) {
  const { data: held } = api.admin.session.held.useQuery();
  const { data: steps } = api.admin.factors.all.useQuery();
  const accountStatus = useMemo(
    () => ({ held: new Set(held), stepped: new Set(steps?.people) }),
    [held, steps],
  );
  const columns = useMemo(() => [...personColumns, actions, ...more], [more]);
  return (
    <AccountStatusContext value={accountStatus}>
      <Table caption={caption} rows={rows} columns={columns} empty="No data available" />
    </AccountStatusContext>
  );
}
