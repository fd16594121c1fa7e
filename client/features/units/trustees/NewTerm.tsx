import { createFileRoute } from "@tanstack/react-router";
import { api, refreshes, utils } from "../../../trpc.ts";
import { today } from "../../../ui/days.ts";
import { DateField, SelectField } from "../../../ui/Fields.tsx";
import { FormPage } from "../../../ui/FormPage.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { useBack } from "../../../ui/useBack.ts";
import { loadPeople, PersonField } from "../../people/PersonField.tsx";

export const Route = createFileRoute("/admin/trustees/new")({
  staticData: { title: "Enter a trustee" },
  loader: loadPeople,
  component: NewTerm,
});

const schema = async () =>
  (await import("../../../../server/features/units/trustees/schema.ts")).typedTerm;

function NewTerm() {
  const back = useBack("/admin/trustees");
  const send = api.admin.trustees.begin.useMutation(refreshes(utils.admin.trustees));
  return (
    <FormPage
      up={<TextLink to="/admin/trustees">All trustees</TextLink>}
      title="Enter a trustee"
      note="From the day of the election on."
      schema={schema}
      send={send}
      action="Enter the trustee"
      back={back}
    >
      <PersonField label="Person" name="personId" />
      <SelectField
        label="Office"
        name="chairs"
        options={Object.entries({ no: "Trustee", yes: "Trustee and chairperson" })}
      />
      <DateField label="Since" name="since" defaultValue={today()} />
      <DateField label="Last day (optional)" name="until" />
    </FormPage>
  );
}
