import {
  type UnitFieldName,
  unitField,
  unitFieldNames,
  unitUpdate,
} from "../../../server/features/units/schema.ts";
import type { Answers } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";
import { SelectField, TextField } from "../../ui/Fields.tsx";

type Unit = Answers["admin"]["units"]["one"];

/** "Floor area in m²" */
const labelOf = (name: UnitFieldName) => {
  const { label, measure } = unitField(name);
  return measure ? `${label} in ${measure}` : label;
};

const updated = unitFieldNames.filter((name) => name in unitUpdate.shape);
export const updatedLabels = Object.fromEntries(updated.map((name) => [name, labelOf(name)]));

export const UnitFields = ({ unit }: { unit?: Unit }) =>
  (unit ? updated : unitFieldNames).map((name) => (
    <UnitInput key={name} name={name} value={unit?.[name]} />
  ));

interface InputProps {
  name: UnitFieldName;
  value: Unit[UnitFieldName] | undefined;
}

function UnitInput({ name, value }: InputProps) {
  const { hint, options, say, inputMode, lines, schema } = unitField(name);
  const isRequired = options !== undefined || !schema.safeParse(undefined).success;
  const label = isRequired ? labelOf(name) : `${labelOf(name)} (optional)`;
  const input = { label, name, ...(hint && { hint }), defaultValue: value ?? undefined };
  if (options)
    return (
      <SelectField {...input} options={options.map((each) => [String(each), say(each)] as const)} />
    );
  if (lines) return <TextField {...input} />;
  return <Field {...input} inputMode={inputMode} />;
}
