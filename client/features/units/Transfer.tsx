import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { Cancel } from "../../ui/Cancel.tsx";
import { today } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { useBack } from "../../ui/useBack.ts";
import { AddPersonLink, peopleOptions } from "./people.tsx";

export const Route = createFileRoute("/admin/units/$unitId/transfer")({
  staticData: { title: "New owners" },
  loader: ({ params }) =>
    Promise.all([
      utils.admin.units.one.ensureData(params),
      utils.admin.parties.ofUnit.ensureData(params),
      utils.admin.privacy.people.ensureData(),
    ]),
  component: Transfer,
});

const schema = async () =>
  (await import("../../../server/features/parties/schema.ts")).typedTransfer;

const noOrYes = [
  ["no", "No"],
  ["yes", "Yes"],
] as const;

function Transfer() {
  const { unitId } = Route.useParams();
  const [{ label }] = api.admin.units.one.useSuspenseQuery({ unitId });
  const [{ parties }] = api.admin.parties.ofUnit.useSuspenseQuery({ unitId });
  const [people] = api.admin.privacy.people.useSuspenseQuery();
  const back = useBack("/admin/units/$unitId", { unitId });
  const send = api.admin.parties.transfer.useMutation({ onSuccess: () => utils.invalidate() });
  const leaving = parties.filter(({ role }) => role === "owner").map(({ name }) => name);
  const options = peopleOptions(people);
  return (
    <>
      <PageHeader
        title={`New owners of ${label}`}
        note={
          leaving.length > 0
            ? `Until that day the unit is ${leaving.join(" and ")}’s. Tenants stay: a sale does not end a lease.`
            : "Nobody is entered as an owner yet."
        }
      />
      <Form
        schema={schema}
        send={send}
        also={{ unitId }}
        onDone={back}
        className="grid max-w-md gap-5"
      >
        <DateField label="Day of registration" name="on" defaultValue={today()} />
        <div>
          <SelectField
            label="New owner"
            name="owners.0.personId"
            options={options}
            placeholder="Choose a person"
          />
          <AddPersonLink />
        </div>
        <Field
          label="Share in percent (optional)"
          name="owners.0.share"
          hint="Only if two people buy it together"
          inputMode="decimal"
          autoComplete="off"
        />
        <SelectField
          label="Second owner (optional)"
          name="owners.1.personId"
          options={options}
          placeholder="Nobody"
        />
        <Field
          label="Share of the second owner in percent (optional)"
          name="owners.1.share"
          inputMode="decimal"
          autoComplete="off"
        />
        {leaving.length > 0 && (
          <SelectField label="Do the old owners also move out?" name="moveOut" options={noOrYes} />
        )}
        <SelectField label="Do the new owners move in?" name="moveIn" options={noOrYes} />
        <div className="flex flex-wrap gap-3">
          <Submit>Enter the new owners</Submit>
          <Cancel leave={back} />
        </div>
      </Form>
    </>
  );
}
