import type { Answers } from "../../trpc.ts";
import { SelectField } from "../../ui/Fields.tsx";
import { PersonField } from "../people/PersonField.tsx";
import { areaWords, rightWords, roleWords } from "./words.ts";

type Party = Answers["admin"]["parties"]["ofUnit"]["parties"][number];
type Area = Answers["admin"]["units"]["one"]["areas"][number];

/** The parties that came with the old owners, and so usually end with them. */
const comesWithOwner = ({ role }: Party) => role === "bondholder" || role === "agent";

/** Bays, bonds and agents: what stays with the unit and what ends with the sale. */
export function MovesWith({
  parties,
  areas,
}: {
  parties: readonly Party[];
  areas: readonly Area[];
}) {
  const tenants = parties.filter(({ role }) => role === "tenant").map(({ name }) => name);
  return (
    <div className="mt-3 grid gap-5">
      <p className="text-soft">
        {tenants.length > 0
          ? `${tenants.join(" and ")} ${tenants.length > 1 ? "stay tenants" : "stays a tenant"}: a sale does not end a lease. `
          : ""}
        The payment reference and the participation quota stay the unit’s.
      </p>
      {areas.map(({ id, kind, label, right }) => (
        <SelectField
          key={id}
          label={`${areaWords[kind]} ${label}`}
          name={`endAreas.${id}`}
          hint={rightWords[right]}
          options={Object.entries({ stays: "Stays with the unit", ends: "Ends on that day" })}
        />
      ))}
      {parties.filter(comesWithOwner).map(({ id, name, role }) => (
        <SelectField
          key={id}
          label={`${name}, ${roleWords[role].toLowerCase()}`}
          name={`endParties.${id}`}
          options={Object.entries({ ends: "Ends on that day", stays: "Stays" })}
        />
      ))}
      <PersonField
        label="New bondholder (optional)"
        name="bondholder"
        hint="The bank that lends the new owners the money"
      />
    </div>
  );
}
