import { CircleAlert } from "lucide-react";
import { useRef, useState } from "react";
import type { CheckedRegister } from "../../../server/features/spreadsheet/schema.ts";
import { Button } from "../../ui/Button.tsx";
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
        <Button kind="quiet" small className="mt-3" onClick={() => importing.leaveOut(lines, true)}>
          Leave all {refused.length} out
        </Button>
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
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const id = `mend-${line}-${field}`;
  // Pressing Enter also leaves the field, once it is gone.
  const send = () => {
    if (typed !== sent.current) mend(typed);
    sent.current = typed;
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="font-semibold">
        {label}
        <span className="sr-only"> in row {line}</span>
      </label>
      <input
        id={id}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={send}
        aria-invalid="true"
        aria-describedby={`${id}-why`}
        autoComplete="off"
        className="mt-1.5 min-h-11 w-full rounded-lg border border-danger bg-surface px-3"
      />
      <p id={`${id}-why`} className="mt-1 flex gap-1.5 text-sm font-medium text-danger">
        <CircleAlert className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{words}</span>
      </p>
    </form>
  );
}
