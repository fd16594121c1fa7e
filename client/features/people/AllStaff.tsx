import { createFileRoute } from "@tanstack/react-router";
import { useId, useMemo, useState } from "react";
import { newRoles } from "../../../server/features/people/schema.ts";
import { api, refreshes, utils } from "../../trpc.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Cancel } from "../../ui/Cancel.tsx";
import type { Column } from "../../ui/column.ts";
import { Field } from "../../ui/Field.tsx";
import { FloatingAction } from "../../ui/FloatingAction.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
import { useFocusBack } from "../../ui/useFocusBack.ts";
import type { Person } from "./columns.tsx";
import { ImportLink, ToPaperInvites } from "./links.tsx";
import { PeopleTable } from "./PeopleTable.tsx";

export const Route = createFileRoute("/admin/staff")({
  validateSearch: tableSearch,
  staticData: { title: "Staff" },
  loader: () =>
    Promise.all([
      utils.admin.people.staff.ensureData(whole),
      utils.admin.sheets.waiting.prefetch(),
      loadPaperHead(),
    ]),
  component: AllStaff,
});

const roleColumn = (edited: string | null, edit: (id: string | null) => void): Column<Person> => ({
  key: "role",
  label: "Update Role",
  show: (person) => <RoleEdit person={person} editing={person.id === edited} edit={edit} />,
});

function AllStaff() {
  const [{ rows }] = api.admin.people.staff.useSuspenseQuery(whole);
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
      <PeopleTable caption="Staff" rows={rows} more={more} hasInvites />
    </>
  );
}

const roleChange = async () =>
  (await import("../../../server/features/people/schema.ts")).roleChange;

interface Props {
  person: Person;
  editing: boolean;
  edit: (id: string | null) => void;
}

function RoleEdit({ person, editing, edit }: Props) {
  const opener = useFocusBack(editing);
  const { id, name, surname } = person;
  if (editing) return <NewRole person={person} leave={() => edit(null)} />;
  return (
    <QuietButton ref={opener} small which={`of ${name} ${surname}`} onClick={() => edit(id)}>
      Edit Role
    </QuietButton>
  );
}

function NewRole({ person, leave }: { person: Person; leave: () => void }) {
  const list = useId();
  const send = api.admin.people.changeRole.useMutation(refreshes(utils.admin));
  const { id, role, maintenanceType } = person;
  return (
    <Form
      schema={roleChange}
      send={send}
      also={{ id }}
      onDone={leave}
      className="grid max-w-xs min-w-32 gap-2.5"
    >
      <Field
        label="New Role"
        name="newRole"
        hint={`Now ${[role, maintenanceType].filter(Boolean).join(", ")}`}
        list={list}
        autoFocus
        onKeyDown={({ key }) => key === "Escape" && leave()}
      />
      <datalist id={list}>
        {newRoles.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div className="flex flex-wrap gap-2">
        <Submit small>Update Role</Submit>
        <Cancel leave={leave} small />
      </div>
    </Form>
  );
}
