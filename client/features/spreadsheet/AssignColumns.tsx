import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { registerFields } from "../../../server/features/spreadsheet/schema.ts";
import { FailureBox } from "../../ui/Failure.tsx";
import { SelectField } from "../../ui/Fields.tsx";
import type { ImportStep } from "./useImport.ts";

const groups = [...new Set(registerFields.map(({ group }) => group))];

/** The first rows to choose from, and the one that has the headings. */
const headingRows = (headings: number) => [
  ["0", "There are none"] as const,
  ...Array.from({ length: Math.max(15, headings) }, (_, at) => {
    return [`${at + 1}`, `Row ${at + 1}`] as const;
  }),
];

export function AssignColumns({ importing, checked }: ImportStep) {
  const { columns, missing, problem, sheets, sheet, headings } = checked;
  const ignored = columns.filter(({ field }) => field === null).length;
  // Stays open while somebody chooses one column after the other.
  const [opened, setOpened] = useState(missing);
  if (missing && !opened) setOpened(true);
  return (
    <section aria-labelledby="columns">
      {missing && (
        <FailureBox className="mb-4 max-w-3xl">
          <p>
            {problem
              ? `The sheet ${sheet} cannot be imported. ${problem} Or choose another sheet below.`
              : "No column seems to hold units or names. Choose below which row has the headings, or what each column is."}
          </p>
        </FailureBox>
      )}
      <details open={opened} className="group max-w-5xl">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-2 rounded-lg">
          <ChevronDown className="size-5 shrink-0 -rotate-90 text-clay group-open:rotate-0" />
          <h2 id="columns" className="text-xl">
            Columns
          </h2>
          <span className="text-soft">
            {columns.length - ignored} read
            {ignored > 0 && `, ${ignored} ignored`}
            {headings > 1 && `, headings in row ${headings}`}
            {sheets.length > 1 && `, from the sheet ${sheet}`}
          </span>
        </summary>
        <div className="mt-3 mb-4 flex flex-wrap gap-x-6 gap-y-4 *:w-full sm:*:w-60">
          {sheets.length > 1 && (
            <SelectField
              label="Sheet"
              name="sheet"
              options={sheets}
              value={sheet}
              onChange={({ target }) => importing.look({ sheet: target.value })}
            />
          )}
          <SelectField
            label="Row with the headings"
            name="headings"
            options={headingRows(headings)}
            value={`${headings}`}
            onChange={({ target }) => importing.look({ headings: Number(target.value) })}
          />
        </div>
        <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map(({ heading, example, field }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            <li key={index} className="min-w-0">
              <label htmlFor={`column-${index}`} className="block truncate font-semibold">
                {heading}
              </label>
              <p className="mb-1.5 truncate text-sm text-soft">{example || "empty"}</p>
              <span className="relative block">
                <select
                  id={`column-${index}`}
                  value={field ?? ""}
                  onChange={({ target }) => importing.hold(index, target.value || null)}
                  className={`min-h-11 w-full appearance-none rounded-lg border border-edge bg-surface pr-10 pl-3 ${
                    field ? "text-ink" : "text-soft"
                  }`}
                >
                  <option value="">Ignored</option>
                  {groups.map((group) => (
                    <optgroup key={group} label={group}>
                      {registerFields
                        .filter((each) => each.group === group)
                        .map(({ name, label }) => (
                          <option key={name} value={name}>
                            {label}
                          </option>
                        ))}
                    </optgroup>
                  ))}
                </select>
                <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-soft" />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
