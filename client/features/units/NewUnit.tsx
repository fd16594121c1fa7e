import { createFileRoute } from "@tanstack/react-router";
import { newUnit, typedUnit } from "../../../server/features/units/schema.ts";
import { api, utils } from "../../trpc.ts";
import { FormPage } from "../../ui/FormPage.tsx";
import { useBack } from "../../ui/useBack.ts";
import { UnitFields } from "./UnitFields.tsx";

export const Route = createFileRoute("/admin/units/new_unit")({
  staticData: { title: "Add a unit" },
  component: NewUnit,
});

function NewUnit() {
  const back = useBack("/admin/units");
  const send = api.admin.units.add.useMutation({
    // The first steps on the dashboard, too.
    onSuccess: () => utils.admin.invalidate(),
  });
  return (
    <FormPage
      title="Add a unit"
      schema={async () => typedUnit(newUnit)}
      send={send}
      action="Add the unit"
      back={back}
    >
      <UnitFields />
    </FormPage>
  );
}
