import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { today } from "../../ui/days.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { FormPage } from "../../ui/FormPage.tsx";
import { useBack } from "../../ui/useBack.ts";
import { loadPeople, PersonField } from "../people/PersonField.tsx";
import { roleWords } from "./words.ts";

export const Route = createFileRoute("/admin/units/$unitId/people/new")({
  staticData: { title: "Who has a unit" },
  loader: ({ params }) => Promise.all([utils.admin.units.one.ensureData(params), loadPeople()]),
  component: NewParty,
});

const schema = async () =>
  (await import("../../../server/features/units/occupancy/schema.ts")).typedParty;

function NewParty() {
  const { unitId } = Route.useParams();
  const [{ label }] = api.admin.units.one.useSuspenseQuery({ unitId });
  const back = useBack("/admin/units/$unitId", { unitId });
  const send = api.admin.parties.add.useMutation({ onSuccess: () => utils.invalidate() });
  return (
    <FormPage
      title={`Who has ${label}`}
      note="An owner, a tenant, or somebody who lives there."
      schema={schema}
      send={send}
      also={{ unitId }}
      action="Enter it"
      back={back}
    >
      <PersonField label="Person" name="personId" />
      <SelectField label="Role" name="role" options={Object.entries(roleWords)} />
      <DateField label="Since" name="since" defaultValue={today()} />
      <DateField label="Last day (optional)" name="until" />
      <Field
        label="Share in percent (optional)"
        name="share"
        hint="Only for owners who share the unit"
        inputMode="decimal"
      />
    </FormPage>
  );
}
