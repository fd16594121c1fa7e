import { type PersonFieldName, personField } from "../../../server/features/people/schema.ts";
import { Field } from "../../ui/Field.tsx";
import { SelectField, TextField } from "../../ui/Fields.tsx";

interface Props {
  name: PersonFieldName;
  /** It may not be left empty. */
  required?: boolean;
  defaultValue?: string | undefined;
  /** It may be a company's or a trust's too. */
  ofEither?: boolean;
}

/** The input of a person's field. */
export function PersonInput({ name, required = false, defaultValue, ofEither = false }: Props) {
  const { label, labelOfEither, hint, type } = personField(name);
  const words = (ofEither && labelOfEither) || label;
  const input = {
    name,
    label: required ? words : `${words} (optional)`,
    defaultValue,
    ...(hint && { hint }),
  };
  if (type === "lines") return <TextField {...input} />;
  return <Field {...input} type={type} autoComplete="off" />;
}

/** Asks whether an email that somebody else has too is shared. */
export const ShareEmail = () => (
  <SelectField
    label="Do they share that email?"
    name="shareEmail"
    options={[
      ["no", "No, I will enter another one"],
      ["yes", "Yes, they share it"],
    ]}
  />
);
