import { Undo2 } from "lucide-react";
import { type FormEvent, useMemo } from "react";
import type { CheckedRegister } from "../../../server/features/spreadsheet/schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Cancel } from "../../ui/Cancel.tsx";
import { SelectField } from "../../ui/Fields.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { counted } from "../../ui/plural.ts";
import { companiesAsPeople, otherRoles, roles, swappedNames } from "./rowChanges.ts";
import type { Importing, ImportStep } from "./useImport.ts";

export function ChangeAll({ importing, checked }: ImportStep) {
  const { last, change, takeBack } = importing;
  const { rows, columns } = checked;
  const swapped = useMemo(() => swappedNames(rows), [rows]);
  const asPeople = useMemo(() => companiesAsPeople(rows, columns), [rows, columns]);
  const names = Object.keys(swapped).length;
  const companies = Object.keys(asPeople).length;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3">
      {names > 1 && (
        <Button
          kind="quiet"
          small
          onClick={() => change(`Name and surname were swapped in ${names} rows.`, swapped)}
        >
          Swap name and surname in all rows
        </Button>
      )}
      {companies > 1 && (
        <Button
          kind="quiet"
          small
          onClick={() => change(`The companies in ${companies} rows are read as people.`, asPeople)}
        >
          All companies below are people
        </Button>
      )}
      <ChangeRoles rows={rows} change={change} />
      <p role="status">{last?.words}</p>
      {last && (
        <Button kind="quiet" small onClick={takeBack}>
          <Undo2 className="size-5" />
          Undo
        </Button>
      )}
    </div>
  );
}

const shares = [
  ["as read", "As they were read"],
  ["equal", "In equal parts of each unit"],
] as const;

/** Gives everybody of a role another, and divides the shares anew, in all rows. */
function ChangeRoles({ rows, change }: Pick<CheckedRegister, "rows"> & Pick<Importing, "change">) {
  const people = rows.flatMap((row) => row.people);
  const read = [...new Set(people.map((person) => person.roles))].filter(Boolean);
  const hasShares = people.some(({ share }) => share !== "");
  if (people.length < 2 || read.length === 0) return null;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const role = (was: string) => String(form.get(was) ?? was);
    const changes = otherRoles(rows, { role, isEqual: form.get("shares") === "equal" });
    const count = Object.keys(changes).length;
    if (count > 0) change(`Roles or shares were changed in ${counted(count, "row")}.`, changes);
  };
  return (
    <FormDialog
      trigger={
        <Button kind="quiet" small>
          Change roles or shares
        </Button>
      }
      title="Roles and shares in all rows"
      note="What you choose here is taken in all rows instead of what was read. Your file stays as it is."
    >
      {(close) => (
        <form
          noValidate
          onSubmit={(event) => {
            send(event);
            close();
          }}
          className="grid gap-4"
        >
          {read.map((was) => (
            <SelectField
              key={was}
              name={was}
              label={`${was} becomes`}
              options={[...new Set([was, ...roles])]}
            />
          ))}
          {hasShares && <SelectField name="shares" label="Shares of the owners" options={shares} />}
          <div className="mt-4 flex flex-wrap justify-end gap-3">
            <Cancel leave={close} />
            <Button type="submit">Change all rows</Button>
          </div>
        </form>
      )}
    </FormDialog>
  );
}
