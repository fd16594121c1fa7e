import { createFileRoute } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { api, utils } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { FloatingAction } from "../../ui/FloatingAction.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
import type { Person } from "./columns.tsx";
import { ImportLink } from "./ImportLink.tsx";
import { PeopleTable } from "./PeopleTable.tsx";
import { RoleEdit } from "./RoleEdit.tsx";
import { ToPaperInvites } from "./ToPaperInvites.tsx";

export const Route = createFileRoute("/admin/staff")({
  validateSearch: tableSearch,
  staticData: { title: "Staff" },
  loader: () => Promise.all([utils.admin.people.staff.ensureData(whole), loadPaperHead()]),
  component: AllStaff,
});

const roleColumn = (edited: string | null, edit: (id: string | null) => void): Column<Person> => ({
  key: "role",
  label: "Update Role",
  show: (person) => (
    <RoleEdit
      person={person}
      editing={person.id === edited}
      turn={(editing) => edit(editing ? person.id : null)}
    />
  ),
});

function AllStaff() {
  const [{ rows }] = api.admin.people.staff.useSuspenseQuery(whole);
  /** The one row whose role is being changed. */
  const [edited, setEdited] = useState<string | null>(null);
  const more = useMemo(() => [roleColumn(edited, setEdited)], [edited]);
  return (
    <>
      <PageHeader printed title="Staff">
        <ToPaperInvites />
        <ImportLink kind="staff" />
      </PageHeader>
      {/* On a phone it would cover the buttons of the row that is edited. */}
      {edited === null && (
        <FloatingAction to="/admin/staff/staffsignupform">Sign Up</FloatingAction>
      )}
      <PeopleTable caption="Staff" rows={rows} more={more} />
    </>
  );
}
