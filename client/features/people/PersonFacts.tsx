import type { ReactNode } from "react";
import {
  contactNames,
  type PersonFieldName,
  personField,
} from "../../../server/features/people/schema.ts";
import { Facts } from "../../ui/Facts.tsx";
import { TelephoneLink } from "../../ui/TelephoneLink.tsx";
import { labelFor } from "./personWords.ts";

interface Props {
  person: Record<(typeof contactNames)[number], string> & { juristic: boolean };
  /** The note below the email. */
  emailNote?: string | false | undefined;
  /** Facts of the screen's own, before the fields and after them. */
  first: Record<string, ReactNode>;
  last?: Record<string, ReactNode>;
}

/** Every field of a person but the names. */
export const PersonFacts = ({ person, emailNote, first, last }: Props) => (
  <Facts
    facts={{
      ...first,
      ...Object.fromEntries(
        contactNames.map((name) => [
          labelFor(name, person),
          person[name] && <Value name={name} value={person[name]} note={emailNote} />,
        ]),
      ),
      ...last,
    }}
  />
);

interface ValueProps {
  name: PersonFieldName;
  value: string;
  note: Props["emailNote"];
}

function Value({ name, value, note }: ValueProps) {
  const { type } = personField(name);
  if (type === "tel") return <TelephoneLink number={value} />;
  if (type !== "email") return value;
  return (
    <span className="wrap-anywhere">
      {value}
      {note && <span className="block text-sm text-soft">{note}</span>}
    </span>
  );
}
