import {
  type Kind,
  type PersonFieldName,
  personField,
} from "../../../server/features/people/schema.ts";
import { formatTelephone } from "../../../server/platform/telephones/format.ts";
import { nameInParts } from "../../../server/platform/validation/schema.ts";

export const kindWords = {
  person: "A person",
  company: "A company, trust or other body",
} as const satisfies Record<Kind, string>;

export const kindOf = ({ juristic }: { juristic: boolean }): Kind =>
  juristic ? "company" : "person";

export interface Names {
  name: string;
  surname: string;
}

export const wholeName = ({ name, surname }: Names): string => `${name} ${surname}`.trim();

/** The names by kind: a company has one, and the stored ones come back unless changed. */
export function namesFor(kind: Kind, typed: Names, stored: Names): Names {
  const whole = wholeName(typed);
  if (kind === "company") return { name: whole, surname: "" };
  return stored.surname && whole === wholeName(stored) ? stored : nameInParts(whole);
}

export const sayPersonField = (name: PersonFieldName, value: string): string =>
  personField(name).type === "tel" ? formatTelephone(value) : value;

export function labelFor(name: PersonFieldName, { juristic }: { juristic: boolean }): string {
  const { label, labelOfCompany } = personField(name);
  return (juristic && labelOfCompany) || label;
}
