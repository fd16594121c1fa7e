import { use } from "react";
import type { Audience, NoticeInput } from "../../../server/features/announcements/schema.ts";
import { outageWords } from "../../../server/features/announcements/words.ts";
import { floorInWords } from "../../../server/features/units/schema.ts";
import { type Answers, api } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";
import { DateField, SelectField } from "../../ui/Fields.tsx";
import { FormValues } from "../../ui/Form.tsx";
import { TickField } from "../../ui/TickField.tsx";
import { floorsOf } from "../units/floors.ts";

const audiences = {
  everybody: "Everybody",
  owners: "Owners",
  residents: "Residents",
  staff: "Staff",
  units: "Some units …",
} satisfies Record<Audience | "units", string>;

/** The ids of the units that a notice is for; undefined unless it is for some only. */
export type ChosenUnits = ReadonlySet<string> | undefined;

interface Props {
  as: "admin" | "staff";
  chosen: ChosenUnits;
  choose: (units: ChosenUnits) => void;
}

/**
 * The fields of a notice besides its words: for whom it is, for how long, and how it is shown.
 * @param again what was said in a notice that was taken back
 */
export const NoticeDetails = ({
  as,
  chosen,
  choose,
  again = {},
}: Props & { again: Partial<NoticeInput> | undefined }) => (
  <div className="col-span-full grid gap-4 sm:grid-cols-2">
    <Field
      label="Title (optional)"
      name="title"
      defaultValue={again.title ?? ""}
      autoComplete="on"
    />
    <SelectField
      label="For"
      data-label="The notice"
      name="audience"
      options={Object.entries(audiences)}
      defaultValue={chosen ? "units" : String(again.audience ?? "everybody")}
      onChange={(event) => choose(event.target.value === "units" ? new Set() : undefined)}
    />
    {chosen && <UnitChoice as={as} chosen={chosen} choose={choose} />}
    <DateField label="Shown from (optional)" name="from" defaultValue={again.from ?? ""} />
    <DateField label="Shown until (optional)" name="until" defaultValue={again.until ?? ""} />
    <SelectField
      label="Outage (optional)"
      name="outage"
      options={Object.keys(outageWords)}
      placeholder="None"
      defaultValue={again.outage ?? ""}
    />
    <OutageTimes {...again} />
    <div className="col-span-full flex flex-wrap gap-x-8">
      <TickField label="Urgent" name="urgent" defaultChecked={again.urgent} />
      <TickField label="Pinned above the others" name="pinned" defaultChecked={again.pinned} />
    </div>
  </div>
);

function OutageTimes({ outageFrom, outageUntil }: Partial<NoticeInput>) {
  const { outage } = use(FormValues);
  return (
    outage && (
      <>
        <Field
          type="datetime-local"
          autoComplete="on"
          label="Off from (optional)"
          name="outageFrom"
          defaultValue={outageFrom ?? ""}
          hint="From now on, if you leave it empty."
        />
        <Field
          type="datetime-local"
          autoComplete="on"
          label="Off until (optional)"
          name="outageUntil"
          defaultValue={outageUntil ?? ""}
          hint="If anybody knows. A banner shows it until then."
        />
      </>
    )
  );
}

type Unit = Answers["admin"]["notices"]["units"][number];

function UnitChoice({ as, chosen, choose }: Props & { chosen: ReadonlySet<string> }) {
  const { data: units, error } = api[as].notices.units.useQuery();
  if (!units) return error && <p role="alert">The units could not be loaded. Reload this page.</p>;
  if (units.length === 0) return <p>There are no units yet.</p>;
  const set = (some: readonly Unit[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const { id } of some) isChosen ? next.add(id) : next.delete(id);
    choose(next);
  };
  return (
    <fieldset className="col-span-full max-h-96 overflow-y-auto rounded-lg border border-line px-4">
      <legend className="px-1 font-semibold">Units ({chosen.size} chosen)</legend>
      <input type="hidden" name="units" value={JSON.stringify([...chosen])} />
      {floorsOf(units).floors.map(({ floor, units: onFloor }) => (
        <div key={floor} className="border-line py-2 not-last:border-b">
          <TickField
            label={floor === null ? "No floor entered" : `${floorInWords(floor)}, all of it`}
            checked={onFloor.every(({ id }) => chosen.has(id))}
            onChange={(event) => set(onFloor, event.target.checked)}
          />
          <div className="flex flex-wrap gap-x-6 pl-8">
            {onFloor.map((unit) => (
              <TickField
                key={unit.id}
                label={unit.label}
                checked={chosen.has(unit.id)}
                onChange={(event) => set([unit], event.target.checked)}
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
