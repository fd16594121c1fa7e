import { useId } from "react";
import { newRoles } from "../../../server/features/people/schema.ts";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Cancel } from "../../ui/Cancel.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { useFocusBack } from "../../ui/useFocusBack.ts";
import type { Person } from "./columns.tsx";

const roleChange = () =>
  import("../../../server/features/people/schema.ts").then((schemas) => schemas.roleChange);

interface Props {
  person: Person;
  /** Whether this row is in edit mode; the list allows only one at a time. */
  editing: boolean;
  /** Puts this row into edit mode, or takes it out. */
  turn: (editing: boolean) => void;
}

/** The Update Role cell: a button, or while this row is edited the new role in words. */
export function RoleEdit({ person, editing, turn }: Props) {
  const opener = useFocusBack(editing);
  const { name, surname } = person;
  if (editing) return <NewRole person={person} leave={() => turn(false)} />;
  return (
    <Button
      ref={opener}
      kind="quiet"
      small
      which={`of ${name} ${surname}`}
      onClick={() => turn(true)}
    >
      Edit Role
    </Button>
  );
}

function NewRole({ person, leave }: { person: Person; leave: () => void }) {
  const list = useId();
  const send = api.admin.people.changeRole.useMutation({
    onSuccess: () => utils.admin.invalidate(),
  });
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
        autoComplete="off"
        autoFocus
        onKeyDown={({ key }) => key === "Escape" && leave()}
      />
      <datalist id={list}>
        {newRoles.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small busy={send.isPending}>
          Update Role
        </Button>
        <Cancel leave={leave} small />
      </div>
    </Form>
  );
}
