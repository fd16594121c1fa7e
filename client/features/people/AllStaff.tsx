import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { api, utils } from "../../trpc.ts";
import { FloatingAction } from "../../ui/FloatingAction.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { ImportLink } from "../imports/ImportLink.tsx";
import { type Person, personColumns } from "./columns.tsx";
import { RoleEdit } from "./RoleEdit.tsx";
import { ToPaperInvites } from "./ToPaperInvites.tsx";

const all = { limit: "all" } as const;

export const Route = createFileRoute("/admin/staff")({
  validateSearch: tableSearch,
  staticData: { title: "Staff" },
  loader: () => utils.admin.people.staff.ensureData(all),
  component: AllStaff,
});

function AllStaff() {
  const [{ rows }] = api.admin.people.staff.useSuspenseQuery(all);
  /** The one row whose role is being changed. */
  const [edited, setEdited] = useState<string | null>(null);
  const role: Column<Person> = {
    key: "role",
    label: "Update Role",
    show: (person) => (
      <RoleEdit
        person={person}
        editing={person.id === edited}
        turn={(editing) => setEdited(editing ? person.id : null)}
      />
    ),
  };
  return (
    <>
      <PageHeader title="Staff">
        <ToPaperInvites />
        <ImportLink kind="staff" />
      </PageHeader>
      <Table
        caption="Staff"
        rows={rows}
        columns={[...personColumns, role]}
        empty="No data available"
      />
      {/* On a phone it would lie over the buttons of the row that is edited. */}
      {edited === null && (
        <FloatingAction to="/admin/staff/staffsignupform">Sign Up</FloatingAction>
      )}
    </>
  );
}
