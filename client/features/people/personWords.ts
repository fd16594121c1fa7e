import { type PersonFieldName, personField } from "../../../server/features/people/schema.ts";
import { formatTelephone } from "../../../server/platform/telephones/format.ts";

/** A field's value on pages and on paper. */
export const sayPersonField = (name: PersonFieldName, value: string): string =>
  personField(name).type === "tel" ? formatTelephone(value) : value;

/** A field's label for a person, or for a company or trust. */
export function labelFor(name: PersonFieldName, { juristic }: { juristic: boolean }): string {
  const { label, labelOfCompany } = personField(name);
  return (juristic && labelOfCompany) || label;
}
