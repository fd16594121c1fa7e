import { maintenanceTypes } from "../../../server/features/people/schema.ts";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { today } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField, TextField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { named } from "../../ui/tableSearch.ts";

const newRequest = () =>
  import("../../../server/features/maintenance/schema.ts").then((schemas) => schemas.newRequest);

interface Props {
  profileId: string | undefined;
  /** The person's own address, as the initial value. */
  room: string;
}

/** The form in which a resident logs a maintenance request. */
export function RequestForm({ profileId, room }: Props) {
  const send = api.resident.maintenance.log.useMutation({
    onSuccess: () => utils.resident.invalidate(),
  });
  return (
    <Form
      schema={newRequest}
      send={send}
      also={named({ profileId })}
      clears
      className="grid max-w-3xl gap-5 sm:grid-cols-3 print:hidden"
    >
      <SelectField
        label="Type Of Maintenance"
        name="maintenanceType"
        options={maintenanceTypes}
        placeholder="Choose a type"
      />
      <Field label="Room number" name="roomNumber" defaultValue={room} />
      <DateField label="Date" name="date" defaultValue={today()} />
      <div className="sm:col-span-3">
        <TextField label="Description" name="description" rows={3} />
      </div>
      <Button type="submit" busy={send.isPending}>
        Log the request
      </Button>
    </Form>
  );
}
