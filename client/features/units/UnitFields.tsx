import { formatQuota } from "../../../server/features/units/schema.ts";
import type { Answers } from "../../trpc.ts";
import { Cancel } from "../../ui/Cancel.tsx";
import { Field } from "../../ui/Field.tsx";
import { Submit } from "../../ui/Submit.tsx";

interface Props {
  /** The unit that is edited; undefined for a new one. */
  unit?: Answers["admin"]["units"]["one"];
  /** The text of the button. */
  action: string;
  leave: () => void;
}

/** The fields of a unit, and the buttons below. */
export const UnitFields = ({ unit, action, leave }: Props) => (
  <>
    <Field
      label="Unit"
      name="label"
      hint="As it is written on the door, such as Unit 3"
      defaultValue={unit?.label}
      autoComplete="off"
    />
    <Field
      label="Section (optional)"
      name="sectionNumber"
      hint="Its number on the sectional plan"
      defaultValue={unit?.sectionNumber ?? ""}
      autoComplete="off"
    />
    <Field
      label="PQ in percent (optional)"
      name="participationQuota"
      hint="The participation quota, such as 2.5000"
      inputMode="decimal"
      defaultValue={unit?.participationQuota ? formatQuota(unit.participationQuota) : ""}
      autoComplete="off"
    />
    <div className="flex flex-wrap gap-3">
      <Submit>{action}</Submit>
      <Cancel leave={leave} />
    </div>
  </>
);
