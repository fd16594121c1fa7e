import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { FloatingAction } from "../../ui/FloatingAction.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { type Person, personColumns } from "./columns.tsx";
import { Remove } from "./Remove.tsx";

const all = { limit: "all" } as const;

export const Route = createFileRoute("/admin/staff")({
  validateSearch: tableSearch,
  staticData: { title: "Staff" },
  loader: () => utils.admin.people.staff.ensureData(all),
  component: AllStaff,
});

const columns: readonly Column<Person>[] = [
  ...personColumns,
  { key: "action", label: "Action", show: (person) => <Remove {...person} /> },
];

function AllStaff() {
  const [{ rows }] = api.admin.people.staff.useSuspenseQuery(all);
  return (
    <>
      <PageHeader title="Staff" />
      <Table caption="Staff" rows={rows} columns={columns} empty="No data available" />
      <FloatingAction to="/admin/staff/staffsignupform">Sign Up</FloatingAction>
    </>
  );
}
