import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { ComboboxField } from "../../ui/Combobox.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useBack } from "../../ui/useBack.ts";
import { FineForm } from "./FineForm.tsx";

export const Route = createFileRoute("/admin/fines/new_fine")({
  staticData: { title: "New fine" },
  loader: () => utils.admin.personPages.all.ensureData(),
  component: FineForAnybody,
});

/** A new fine from the list of all fines: whose it is is chosen in the form. */
function FineForAnybody() {
  const back = useBack("/admin/fines");
  const [people] = api.admin.personPages.all.useSuspenseQuery();
  const options = people
    .filter(({ canBeFined }) => canBeFined)
    .map((person) => ({ ...person, place: person.units.join(", ") || person.address }))
    // By unit, so that of Units 1 and 10 to 19 it is the first that "unit 1" finds first.
    .sort((one, other) => one.place.localeCompare(other.place, "en", { numeric: true }))
    .map(({ id, name, surname, place }) => {
      const whole = [surname, name].filter(Boolean).join(", ");
      return [id, place ? `${whole} (${place})` : whole] as const;
    });
  return (
    <>
      <PageHeader title="New fine" note="For anybody who owns, rents or lives in a unit." />
      <FineForm back={back}>
        <ComboboxField
          label="Resident"
          name="residentId"
          options={options}
          placeholder="Type a name or a unit"
        />
      </FineForm>
    </>
  );
}
