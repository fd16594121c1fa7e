import { use } from "react";
import type { Answers } from "../../trpc.ts";
import { Field } from "../../ui/Field.tsx";
import { SelectField } from "../../ui/Fields.tsx";
import { FormValues } from "../../ui/Form.tsx";
import { noOrYes } from "./words.ts";

type Party = Answers["admin"]["parties"]["ofUnit"]["parties"][number];

export function OldOwners({ owners }: { owners: readonly Party[] }) {
  if (owners.length === 0)
    return <p className="mt-2 text-soft">Nobody is entered as an owner yet.</p>;
  return (
    <div className="mt-3 grid gap-5">
      {owners.map((owner) => (
        <OldOwner key={owner.id} {...owner} />
      ))}
      <SelectField
        label="Do the old owners also move out?"
        data-label="Yes or No"
        name="moveOut"
        options={noOrYes}
        placeholder="Choose"
      />
    </div>
  );
}

function OldOwner({ personId, name, share }: Party) {
  const field = `staying.${personId}`;
  const stays = use(FormValues)[`${field}.stays`] === "yes";
  return (
    <>
      <SelectField
        label={name}
        name={`${field}.stays`}
        hint={`Owns ${(share ?? 0) / 10_000} %`}
        options={Object.entries({ no: "Leaves", yes: "Keeps a share" })}
      />
      {stays && (
        <Field
          label={`Share that ${name} keeps, in percent`}
          data-label={`Share of ${name}`}
          name={`${field}.share`}
          inputMode="decimal"
        />
      )}
    </>
  );
}
