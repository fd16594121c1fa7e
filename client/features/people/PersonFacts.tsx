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
  emailNote?: string | false | undefined;
  first: Record<string, ReactNode>;
  last?: Record<string, ReactNode>;
}

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
