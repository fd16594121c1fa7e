import { unitKinds } from "../../../server/features/units/schema.ts";
import type { Answers } from "../../trpc.ts";
import { Cancel } from "../../ui/Cancel.tsx";
import { Field } from "../../ui/Field.tsx";
import { SelectField, TextField } from "../../ui/Fields.tsx";
import { Submit } from "../../ui/Submit.tsx";
import { kindWords } from "./words.ts";

interface Props {
  /** The unit that is edited; undefined for a new one. */
  unit?: Answers["admin"]["units"]["one"];
  /** The text of the button. */
  action: string;
  leave: () => void;
}

export const unitLabels = {
  label: "Unit",
  sectionNumber: "Section",
  kind: "Kind",
  floorArea: "Floor area in m²",
  floor: "Floor",
  notes: "Notes",
} as const;

const optional = (label: keyof typeof unitLabels) => `${unitLabels[label]} (optional)`;

/** The fields of a unit, and the buttons below. */
export const UnitFields = ({ unit, action, leave }: Props) => (
  <>
    <Field
      label={unitLabels.label}
      name="label"
      hint="As it is written on the door, such as Unit 3"
      defaultValue={unit?.label}
      autoComplete="off"
    />
    <Field
      label={optional("sectionNumber")}
      name="sectionNumber"
      hint="Its number on the sectional plan"
      defaultValue={unit?.sectionNumber ?? ""}
      autoComplete="off"
    />
    <SelectField
      label={unitLabels.kind}
      name="kind"
      options={unitKinds.map((kind) => [kind, kindWords[kind]] as const)}
      defaultValue={unit?.kind}
    />
    <Field
      label={optional("floorArea")}
      name="floorArea"
      hint="As on the sectional plan, in whole square metres"
      inputMode="numeric"
      defaultValue={unit?.floorArea ?? ""}
      autoComplete="off"
    />
    <Field
      label={optional("floor")}
      name="floor"
      hint="0 is the ground floor, -1 the basement"
      defaultValue={unit?.floor ?? ""}
      autoComplete="off"
    />
    {!unit && (
      <Field
        label="PQ in percent (optional)"
        name="participationQuota"
        hint="The participation quota, such as 2.5000"
        inputMode="decimal"
        autoComplete="off"
      />
    )}
    <TextField label={optional("notes")} name="notes" defaultValue={unit?.notes} />
    <div className="flex flex-wrap gap-3">
      <Submit>{action}</Submit>
      <Cancel leave={leave} />
    </div>
  </>
);
