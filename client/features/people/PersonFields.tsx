import { Fragment, use } from "react";
import { contactNames, typedPerson } from "../../../server/features/people/schema.ts";
import { SelectField } from "../../ui/Fields.tsx";
import { FormValues } from "../../ui/Form.tsx";
import { PersonInput, ShareEmail } from "./PersonInput.tsx";

/** A company or trust has none. */
const Surname = () =>
  use(FormValues).juristic === "company" ? null : <PersonInput name="surname" required />;

interface Props {
  /** The server asked whether the email is shared with somebody who signs in with it. */
  isShared: boolean;
}

/** For the form of somebody who does not log in. */
export const personSchema = async () => typedPerson;

/** The fields of somebody who does not log in. Where they live comes from the register. */
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
    <PersonInput name="name" required />
    <Surname />
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
