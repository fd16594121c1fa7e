import { use } from "react";
import { newVisit, visitationTypes } from "../../../server/features/visitors/schema.ts";
import { api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { today } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form, FormValues } from "../../ui/Form.tsx";
import { named } from "../../ui/tableSearch.ts";

/** The form in which a resident signs a visitor in. */
export function SignInForm({ profileId }: { profileId: string | undefined }) {
  const [resident] = api.resident.profile.get.useSuspenseQuery(named({ profileId }));
  const send = api.resident.visitors.signIn.useMutation({
    onSuccess: () => utils.resident.invalidate(),
  });
  return (
    <Form
      schema={async () => newVisit}
      send={send}
      clears
      also={named({ profileId })}
      className="grid max-w-3xl gap-5 sm:grid-cols-2"
    >
      <SelectField
        label="Visitation type"
        name="visitationType"
        options={visitationTypes}
        placeholder="Choose a type"
      />
      <Dates />
      <Field
        label="Resident name"
        name="residentName"
        defaultValue={`${resident.name} ${resident.surname}`}
      />
      <Field label="Resident email" name="residentEmail" value={resident.email} readOnly />
      <Field label="Room number" name="roomNumber" defaultValue={resident.address} />
      <Field label="Visitor name" name="visitorName" autoComplete="off" />
      <Field label="Visitor surname" name="visitorSurname" autoComplete="off" />
      <Field label="Visitor email" name="visitorEmail" type="email" autoComplete="off" />
      <div className="sm:col-span-2">
        <Button type="submit" busy={send.isPending}>
          Sign In Visitor
        </Button>
      </div>
    </Form>
  );
}

/** One day, or for a Sleepover the first and the last. */
function Dates() {
  const sleepover = use(FormValues).visitationType === "Sleepover";
  return (
    <>
      <DateField
        label={sleepover ? "Start date" : "Date"}
        name="startDate"
        defaultValue={today()}
      />
      {sleepover && <DateField label="Leave date" name="leaveDate" />}
    </>
  );
}
