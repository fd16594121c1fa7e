import { use } from "react";
import { Field } from "../../ui/Field.tsx";
import { SelectField, TextField } from "../../ui/Fields.tsx";
import { FormValues } from "../../ui/Form.tsx";

/** A company or trust has none. */
const Surname = () =>
  use(FormValues).juristic === "company" ? null : (
    <Field label="Surname" name="surname" autoComplete="off" />
  );

interface Props {
  /** The server asked whether the email is shared with somebody who signs in with it. */
  isShared: boolean;
}

/** For the form of somebody who does not log in. */
export const personSchema = async () =>
  (await import("../../../server/features/people/schema.ts")).typedPerson;

/** The fields of somebody who does not log in. */
export const PersonFields = ({ isShared }: Props) => (
  <>
    <SelectField
      label="Kind"
      name="juristic"
      options={[
        ["person", "A person"],
        ["company", "A company, trust or bank"],
      ]}
    />
    <Field label="Name" name="name" autoComplete="off" />
    <Surname />
    <Field label="Email (optional)" name="email" type="email" autoComplete="off" />
    {isShared && (
      <SelectField
        label="Do they share that email?"
        name="shareEmail"
        options={[
          ["no", "No, I will enter another one"],
          ["yes", "Yes, they share it"],
        ]}
      />
    )}
    <Field label="Cell phone (optional)" name="cellPhone" type="tel" autoComplete="off" />
    <Field label="Other telephone (optional)" name="telephone" type="tel" autoComplete="off" />
    <Field
      label="ID, passport or registration number (optional)"
      name="idNumber"
      autoComplete="off"
    />
    <TextField
      label="Address for letters (optional)"
      name="serviceAddress"
      hint="If it is not the unit"
    />
  </>
);
