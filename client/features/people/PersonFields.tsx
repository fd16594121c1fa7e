import {
  type ComponentProps,
  type FormEvent,
  Fragment,
  type ReactNode,
  use,
  useState,
} from "react";
import { contactNames, type Kind, typedPerson } from "../../../server/features/people/schema.ts";
import { SelectField } from "../../ui/Fields.tsx";
import { FormValues } from "../../ui/Form.tsx";
import { textsIn } from "../../ui/formTexts.ts";
import { PersonInput, ShareEmail } from "./PersonInput.tsx";
import { kindWords, type Names, namesFor } from "./personWords.ts";

/** Asks whether an entry is a person or a company. */
export const KindField = (
  select: Pick<ComponentProps<typeof SelectField>, "name" | "defaultValue" | "onInput">,
) => <SelectField label="This is" options={Object.entries(kindWords)} {...select} />;

const nobody = { juristic: "person", name: "", surname: "" } as const;

interface KindProps {
  /** The values that the fields begin with; a new entry has none. */
  stored?: Names & { juristic: Kind };
  /** The note about somebody who cannot become the other kind. */
  instead?: ReactNode;
}

/**
 * Whether an entry is a person or a company, and what it is called. Whoever chooses the other kind
 * finds the same words in the names that it has.
 */
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

interface Props {
  /** The server asked whether the email is shared with somebody who signs in with it. */
  isShared: boolean;
}

/** For the form of somebody who does not log in. */
export const personSchema = async () => typedPerson;

/** The fields of somebody who does not log in. Where they live comes from the register. */
export const PersonFields = ({ isShared }: Props) => (
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
