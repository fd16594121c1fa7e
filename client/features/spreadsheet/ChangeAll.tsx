import { Undo2 } from "lucide-react";
import { useMemo } from "react";
import type { CheckedRegister } from "../../../server/features/spreadsheet/schema.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/Fields.tsx";
import { counted } from "../../ui/plural.ts";
import { ChangeDialog } from "./ChangeRow.tsx";
import { allAs, otherRoles, roles, swappedNames } from "./rowChanges.ts";
import type { Importing, ImportStep } from "./useImport.ts";

export function ChangeAll({ importing, checked }: ImportStep) {
  const { last, change, takeBack } = importing;
  const { rows, columns } = checked;
  const guesses = useMemo(
    () => [
      {
        changes: swappedNames(rows),
        label: "Swap name and surname in all rows",
        words: (count: number) => `Name and surname were swapped in ${count} rows.`,
      },
      {
        changes: allAs("Person", rows, columns),
        label: "All companies below are people",
        words: (count: number) => `The companies in ${count} rows are read as people.`,
      },
      {
        changes: allAs("Company", rows, columns),
        label: "All people below are companies",
        words: (count: number) => `The people in ${count} rows are read as companies.`,
      },
    ],
    [rows, columns],
  );
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3">
      {guesses.map(({ changes, label, words }) => {
        const count = Object.keys(changes).length;
        return (
          count > 1 && (
            <QuietButton key={label} small onClick={() => change(words(count), changes)}>
              {label}
            </QuietButton>
          )
        );
      })}
      <ChangeRoles rows={rows} change={change} />
      <p role="status">{last?.words}</p>
      {last && (
        <QuietButton small onClick={takeBack}>
          <Undo2 className="size-5" />
          Undo
        </QuietButton>
      )}
    </div>
  );
}

const shares = Object.entries({
  "as read": "As they were read",
  equal: "In equal parts of each unit",
});

/** Gives everybody of a role another, and divides the shares anew, in all rows. */
function ChangeRoles({ rows, change }: Pick<CheckedRegister, "rows"> & Pick<Importing, "change">) {
  const people = rows.flatMap((row) => row.people);
  const read = [...new Set(people.map((person) => person.roles))].filter(Boolean);
  const hasShares = people.some(({ share }) => share !== "");
  if (people.length < 2 || read.length === 0) return null;
  const send = (form: FormData) => {
    const role = (was: string) => String(form.get(was) ?? was);
    const changes = otherRoles(rows, { role, isEqual: form.get("shares") === "equal" });
    const count = Object.keys(changes).length;
    if (count > 0) change(`Roles or shares were changed in ${counted(count, "row")}.`, changes);
  };
  return (
    <ChangeDialog
      trigger={<QuietButton small>Change roles or shares</QuietButton>}
      title="Roles and shares in all rows"
      note="What you choose here is taken in all rows instead of what was read. Your file stays as it is."
      action="Change all rows"
      send={send}
    >
      <div className="grid gap-4">
        {read.map((was) => (
          <SelectField
            key={was}
            name={was}
            label={`${was} becomes`}
            options={[...new Set([was, ...roles])]}
          />
        ))}
        {hasShares && <SelectField name="shares" label="Shares of the owners" options={shares} />}
      </div>
    </ChangeDialog>
  );
}
