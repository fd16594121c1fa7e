import { ChevronDown } from "lucide-react";
import {
  type CheckedImport,
  importFields,
  type Kind,
} from "../../../server/features/spreadsheet/imports/schema.ts";
import { FailureBox } from "../../ui/Failure.tsx";
import type { Importing } from "./useImport.ts";

interface Props {
  kind: Kind;
  importing: Importing;
  checked: CheckedImport;
}

/** The field of each column, which can be changed. Open while a required one is missing. */
export function Columns({ kind, importing, checked: { columns, missing } }: Props) {
  const fields = importFields[kind];
  const labels = fields.filter(({ name }) => missing.includes(name)).map(({ label }) => label);
  const ignored = columns.filter(({ field }) => field === null).map(({ heading }) => heading);
  return (
    <section aria-labelledby="columns">
      {labels.length > 0 && (
        <FailureBox className="mb-4 max-w-3xl">
          <p>
            No column for {labels.join(", ")}. Choose below which column holds it, or add it to the
            file.
          </p>
        </FailureBox>
      )}
      <details open={labels.length > 0} className="group max-w-5xl">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg">
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 -rotate-90 text-clay group-open:rotate-0"
          />
          <h2 id="columns" className="text-xl">
            Columns
          </h2>
          <span className="text-soft">
            {columns.length - ignored.length} read
            {ignored.length > 0 && `, ${ignored.length} ignored`}
          </span>
        </summary>
        <ul className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map(({ heading, example, field }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            <li key={index} className="min-w-0">
              <label htmlFor={`column-${index}`} className="block truncate font-semibold">
                {heading}
              </label>
              <p className="truncate text-sm text-soft">{example || "empty"}</p>
              <span className="relative mt-1.5 block">
                <select
                  id={`column-${index}`}
                  value={field ?? ""}
                  onChange={({ target: { value } }) => importing.hold(index, value || null)}
                  className={`min-h-11 w-full appearance-none rounded-lg border border-edge bg-surface pr-10 pl-3 ${
                    field ? "text-ink" : "text-soft"
                  }`}
                >
                  <option value="">Ignored</option>
                  {fields.map(({ name, label, required }) => (
                    <option key={name} value={name}>
                      {required ? label : `${label} (optional)`}
                    </option>
                  ))}
                </select>
                <ChevronDown
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-soft"
                />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
