import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { FormPage } from "../../ui/FormPage.tsx";
import { useBack } from "../../ui/useBack.ts";
import { areaWords, rightWords } from "./words.ts";

export const Route = createFileRoute("/admin/units/$unitId/areas/new")({
  staticData: { title: "Another area" },
  loader: ({ params }) => utils.admin.units.one.ensureData(params),
  component: NewArea,
});

const schema = async () =>
  (await import("../../../server/features/units/areas/schema.ts")).typedNewArea;

function NewArea() {
  const { unitId } = Route.useParams();
  const [{ label }] = api.admin.units.one.useSuspenseQuery({ unitId });
  const back = useBack("/admin/units/$unitId", { unitId });
  const send = api.admin.areas.add.useMutation({ onSuccess: () => utils.invalidate() });
  return (
    <FormPage
      title={`Another area for ${label}`}
      note="A parking bay, a store room, a garden: what only this unit may use."
      schema={schema}
      send={send}
      also={{ unitId }}
      action="Enter the area"
      back={back}
    >
      <SelectField label="Kind" name="kind" options={Object.entries(areaWords)} />
      <Field label="Number or name" name="label" hint="As it is marked, such as P12" />
      <SelectField label="By what right" name="right" options={Object.entries(rightWords)} />
      <Field
        label="Rule or registered right (optional)"
        name="reference"
        hint="Its number. An arrangement needs none"
      />
      <DateField label="Since (optional)" name="since" />
      <Field label="Floor area in m² (optional)" name="floorArea" inputMode="numeric" />
    </FormPage>
  );
}
