import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { SelectField } from "../../ui/Fields.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { whole } from "../../ui/tableSearch.ts";
import { useBack } from "../../ui/useBack.ts";
import { FineForm } from "./FineForm.tsx";

export const Route = createFileRoute("/admin/fines/new_fine")({
  staticData: { title: "New fine" },
  loader: () => utils.admin.people.residents.ensureData(whole),
  component: FineForAnybody,
});

/** A new fine from the list of all fines: the resident is chosen in the form. */
function FineForAnybody() {
  const back = useBack("/admin/fines");
  const [{ rows }] = api.admin.people.residents.useSuspenseQuery(whole);
  const options = rows
    .map(({ id, name, surname, address }) => {
      const whole = `${surname}, ${name}`;
      return [id, address ? `${whole} (${address})` : whole] as const;
    })
    .sort(([, one], [, other]) => one.localeCompare(other));
  return (
    <>
      <PageHeader title="New fine" note="For one resident." />
      <FineForm back={back}>
        <SelectField
          label="Resident"
          name="residentId"
          options={options}
          placeholder="Choose a resident"
        />
      </FineForm>
    </>
  );
}
