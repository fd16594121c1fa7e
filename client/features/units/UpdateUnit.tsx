import { createFileRoute } from "@tanstack/react-router";
import { typedUnit, unitUpdate } from "../../../server/features/units/schema.ts";
import { api, utils } from "../../trpc.ts";
import { FormPage } from "../../ui/FormPage.tsx";
import { StoredByNow, useStored } from "../../ui/StoredByNow.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { useBack } from "../../ui/useBack.ts";
import { UnitFields, updatedLabels } from "./UnitFields.tsx";

export const Route = createFileRoute("/admin/units/$unitId/update")({
  staticData: { title: "Update unit" },
  loader: ({ params }) => utils.admin.units.one.ensureData(params),
  component: UpdateUnit,
});

function UpdateUnit() {
  const { unitId } = Route.useParams();
  const [loaded] = api.admin.units.one.useSuspenseQuery({ unitId });
  const { first, now: unit, fields, show } = useStored(loaded, updatedLabels);
  const back = useBack("/admin/units/$unitId", { unitId });
  // The addresses of the residents change with the unit's name.
  const send = api.admin.units.update.useMutation({
    onSuccess: () => utils.invalidate(),
    onError: async ({ data }) => {
      if (data?.reason?.code === "units.changed")
        show(await utils.admin.units.one.fetch({ unitId }, { staleTime: 0 }));
    },
  });
  return (
    <FormPage
      up={
        <TextLink to="/admin/units/$unitId" params={{ unitId }}>
          {unit.label}
        </TextLink>
      }
      title="Update unit"
      note={`${unit.label}. If you change its name, the addresses of the people who live there change too.`}
      schema={async () => typedUnit(unitUpdate)}
      send={send}
      also={{ unitId, version: unit.version }}
      action="Save the unit"
      back={back}
    >
      <StoredByNow labels={updatedLabels} first={first} now={unit} />
      <div ref={fields} className="contents">
        <UnitFields unit={unit} />
      </div>
    </FormPage>
  );
}
