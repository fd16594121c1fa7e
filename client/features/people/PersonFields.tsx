import {
  type ComponentProps,
  type FormEvent,
  Fragment,
  type ReactNode,
  use,
  useState,
} from "react";
import {
  contactNames,
  type Kind,
  type PersonFieldName,
  personField,
  typedPerson,
} from "../../../server/features/people/schema.ts";
import { Field } from "../../ui/Field.tsx";
import { SelectField, TextField } from "../../ui/Fields.tsx";
import { FormValues } from "../../ui/Form.tsx";
import { textsIn } from "../../ui/formTexts.ts";
import { kindWords, labelFor, type Names, namesFor } from "./personWords.ts";

export const KindField = (
  own: Pick<
    ComponentProps<typeof SelectField>,
    "name" | "defaultValue" | "onInput" | "placeholder"
  >,
) => <SelectField label="This is" data-label="Kind" options={Object.entries(kindWords)} {...own} />;

const nobody = { juristic: "person", name: "", surname: "" } as const;

interface KindProps {
  stored?: Names & { juristic: Kind };
  instead?: ReactNode;
}

/** Whoever chooses the other kind finds the same words in the names that it has. */
export function KindAndNames({ stored = nobody, instead }: KindProps) {
  const { juristic = stored.juristic } = use(FormValues);
  const [proposedSurname, proposeSurname] = useState<string>();
  const propose = ({ currentTarget: { form, value } }: FormEvent<HTMLSelectElement>) => {
    const input = form?.elements.namedItem("name");
    if (!form || !(input instanceof HTMLInputElement)) return;
    const { name = "", surname = "" } = textsIn(form);
    const names = namesFor(value as Kind, { name, surname }, stored);
    input.value = names.name;
    proposeSurname(names.surname);
  };
  return (
    <>
      {instead || <KindField name="juristic" defaultValue={stored.juristic} onInput={propose} />}
      <PersonInput name="name" required defaultValue={stored.name} />
      {juristic === "person" && (
        <PersonInput name="surname" required defaultValue={proposedSurname ?? stored.surname} />
      )}
    </>
  );
}

export const personSchema = async () => typedPerson;

/** @param isShared the server asked whether somebody who signs in has the same email */
export const PersonFields = ({ isShared }: { isShared: boolean }) => (
  <>
    <KindAndNames />
    {contactNames
      .filter((name) => name !== "address")
      .map((name) => (
        <Fragment key={name}>
          <PersonInput name={name} ofEither />
          {name === "email" && isShared && <ShareEmail />}
        </Fragment>
      ))}
  </>
);

interface Props {
  name: PersonFieldName;
  required?: boolean;
  defaultValue?: string | undefined;
  hint?: string;
  kind?: Kind;
  ofEither?: boolean;
}

export function PersonInput({ name, required, defaultValue, hint: why, kind, ofEither }: Props) {
  const { labelOfEither, hint = why, type } = personField(name);
  const { juristic = kind } = use(FormValues);
  const label = labelFor(name, { juristic: juristic === "company" });
  const words = (ofEither && labelOfEither) || label;
  const input = {
    name,
    label: required ? words : `${words} (optional)`,
    defaultValue,
    ...(hint && { hint }),
  };
  if (type === "lines") return <TextField {...input} />;
  return <Field {...input} type={type} />;
}

export const ShareEmail = ({ name = "shareEmail" }: { name?: string }) => (
  <SelectField
    label="Do they share that email?"
    name={name}
    options={Object.entries({ no: "No, I will enter another one", yes: "Yes, they share it" })}
  />
);
