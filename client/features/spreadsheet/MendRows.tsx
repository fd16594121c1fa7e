import { useRef } from "react";
import type { CheckedRegister } from "../../../server/features/spreadsheet/schema.ts";
import { QuietButton } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormComplaints } from "../../ui/Form.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import type { Importing, ImportStep } from "./useImport.ts";

type Row = CheckedRegister["rows"][number];

const atOnce = 25;

export function MendRows({ importing, checked: { rows } }: ImportStep) {
  const refused = rows.filter(({ fate }) => fate === "refused");
  const out = rows.filter(({ fate }) => fate === "left out");
  if (refused.length + out.length === 0) return null;
  const lines = refused.map(({ line }) => line);
  return (
    <Section
      title={refused.length > 0 ? `${counted(refused.length, "row")} to mend` : "Rows left out"}
      note={
        refused.length > 0
          ? "Type here what it should be; the row is checked again at once. Or leave the row out."
          : undefined
      }
    >
      <ul className="mt-3 grid max-w-5xl gap-3">
        {[...refused.slice(0, atOnce), ...out].map((row) => (
          <MendRow key={row.line} row={row} importing={importing} />
        ))}
      </ul>
      {refused.length > atOnce && (
        <p className="mt-3 text-soft">
          {refused.length - atOnce} more rows follow when these are done.
        </p>
      )}
      {refused.length > 1 && (
        <QuietButton small className="mt-3" onClick={() => importing.leaveOut(lines, true)}>
          Leave all {refused.length} out
        </QuietButton>
      )}
    </Section>
  );
}

function MendRow({ row, importing }: { row: Row; importing: Importing }) {
  const { line, unit, what, notes, problems } = row;
  const isOut = importing.choices.leftOut.includes(line);
  const name = [unit, what].filter(Boolean).join(" · ");
  const other = notes.filter((note) => !problems.some(({ words }) => words === note));
  return (
    <li className="rounded-xl bg-surface p-4 ring-1 ring-line sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h3 className="min-w-0 font-semibold wrap-anywhere">
          Row {line}
          {name && `: ${name}`}
        </h3>
        <label className="inline-flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            checked={isOut}
            onChange={({ target }) => importing.leaveOut([line], target.checked)}
            className="size-5 accent-fynbos"
          />
          Leave out<span className="sr-only"> row {line}</span>
        </label>
      </div>
      {!isOut && other.length > 0 && <p className="text-danger">{other.join(" ")}</p>}
      {!isOut && (
        <div className="mt-2 grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {problems.map((problem) => (
            <Cell
              // Another value of the server begins the field again.
              key={`${problem.field} ${problem.value}`}
              {...problem}
              line={line}
              mend={(value) => importing.mend(line, { [problem.field]: value })}
            />
          ))}
        </div>
      )}
    </li>
  );
}

interface CellProps {
  field: string;
  label: string;
  value: string;
  words: string;
  line: number;
  mend: (value: string) => void;
}

/** One wrong cell, sent when it is left or Enter is pressed. */
function Cell({ field, label, value, words, line, mend }: CellProps) {
  const sent = useRef(value);
  // Pressing Enter also leaves the field, once it is gone.
  const send = ({ currentTarget: { value: typed } }: { currentTarget: HTMLInputElement }) => {
    if (typed !== sent.current) mend(typed);
    sent.current = typed;
  };
  return (
    <FormComplaints value={{ [field]: words }}>
      <Field
        label={label}
        aria-label={`${label} in row ${line}`}
        name={field}
        defaultValue={value}
        onBlur={send}
        onKeyDown={(event) => event.key === "Enter" && send(event)}
        aria-required={false}
      />
    </FormComplaints>
  );
}
