import { createFileRoute } from "@tanstack/react-router";
import { typedArea, typedFloor, unitUpdate } from "../../../server/features/units/schema.ts";
import { api, utils } from "../../trpc.ts";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { useBack } from "../../ui/useBack.ts";
import { UnitFields } from "./UnitFields.tsx";

export const Route = createFileRoute("/admin/units/$unitId/update")({
  staticData: { title: "Update unit" },
  loader: ({ params }) => utils.admin.units.one.ensureData(params),
  component: UpdateUnit,
});

function UpdateUnit() {
  const { unitId } = Route.useParams();
  const [unit] = api.admin.units.one.useSuspenseQuery({ unitId });
  const back = useBack("/admin/units/$unitId", { unitId });
  // The addresses of the residents change with the unit's name.
  const send = api.admin.units.update.useMutation({ onSuccess: () => utils.invalidate() });
  return (
    <>
      <PageHeader
        up={
          <TextLink to="/admin/units/$unitId" params={{ unitId }}>
            {unit.label}
          </TextLink>
        }
        title="Update unit"
        note={`${unit.label}. If you change its name, the addresses of the people who live there change too.`}
      />
      <Form
        schema={async () => unitUpdate.extend({ floorArea: typedArea, floor: typedFloor })}
        send={send}
        also={{ unitId }}
        onDone={back}
        className="grid max-w-md gap-5"
      >
        <UnitFields unit={unit} action="Save the unit" leave={back} />
      </Form>
    </>
  );
}
