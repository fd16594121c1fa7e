import { Check, CircleAlert, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import type { CheckedImport, Kind } from "../../../server/features/spreadsheet/imports/schema.ts";
import type { RowOutcome } from "../../../server/platform/csv/schema.ts";
import { Button } from "../../ui/Button.tsx";
import type { Column } from "../../ui/column.ts";
import { IconText } from "../../ui/IconText.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Table } from "../../ui/Table.tsx";
import { QuotaSum } from "../units/QuotaSum.tsx";
import type { Importing } from "./useImport.ts";

interface Props {
  kind: Kind;
  importing: Importing;
  checked: CheckedImport;
}

type Row = CheckedImport["rows"][number] & { id: string };

const outcomes = {
  add: [Plus, "Will be added", "text-fynbos"],
  update: [Pencil, "Will be changed", "text-notice"],
  unchanged: [Check, "Already here", "text-soft"],
  refused: [CircleAlert, "Refused", "text-danger"],
} as const satisfies Record<RowOutcome, unknown>;

/** What happens to a row, as icon, text and colour. */
function OutcomeLabel({ outcome }: { outcome: RowOutcome }) {
  const [icon, words, colour] = outcomes[outcome];
  return (
    <IconText icon={icon} className={`font-semibold ${colour}`}>
      {words}
    </IconText>
  );
}

const columns: readonly Column<Row>[] = [
  { key: "line", label: "Line", phone: "named", value: ({ line }) => line },
  {
    key: "what",
    label: "Row",
    value: ({ what }) => what,
    show: ({ what }) => <span className="block wrap-anywhere sm:min-w-40">{what}</span>,
  },
  {
    key: "fate",
    label: "What happens",
    phone: "end",
    value: ({ fate }) => outcomes[fate][1],
    show: ({ fate }) => <OutcomeLabel outcome={fate} />,
  },
  {
    key: "notes",
    label: "Remarks",
    value: ({ notes }) => notes.join(" "),
    show: ({ notes }) => (
      <span className="block wrap-anywhere sm:min-w-64">{notes.join(" ") || "–"}</span>
    ),
  },
];

/** What would happen to every row, and the button that imports them when no row is refused. */
export function Outcome({
  kind,
  importing,
  checked: { rows, counts, quotaSum, quotaCount },
}: Props) {
  const [problems, setProblems] = useState(false);
  const numbered = rows.map((row) => ({ ...row, id: `${row.line}` }));
  const shown = problems ? numbered.filter(({ notes }) => notes.length > 0) : numbered;
  const noted = rows.some(({ notes }) => notes.length > 0);
  const changing = counts.add + counts.update;
  return (
    <Section title="What would happen">
      <dl className="mt-3 mb-5 flex flex-wrap gap-x-8 gap-y-2">
        {Object.entries(outcomes).map(([outcome, [, words, colour]]) => {
          const count = counts[outcome as RowOutcome];
          if (count === 0 && outcome !== "refused") return null;
          return (
            <div key={outcome} className="flex items-baseline gap-2">
              <dt className="order-last text-soft">{words.toLowerCase()}</dt>
              <dd className={`text-2xl font-semibold tabular-nums ${count > 0 ? colour : ""}`}>
                {count}
              </dd>
            </div>
          );
        })}
      </dl>
      {quotaSum !== null && quotaCount !== null && quotaSum > 0 && (
        <QuotaSum sum={quotaSum} units={quotaCount} />
      )}
      <div className="mb-7 flex flex-wrap items-center gap-x-6 gap-y-3">
        {counts.refused > 0 ? (
          <p className="max-w-2xl font-medium">
            Nothing can be imported while rows are refused. Correct them in the spreadsheet, save it
            and choose the file again.
          </p>
        ) : changing > 0 ? (
          <Button busy={importing.busy !== undefined} onClick={() => void importing.run()}>
            Import {counted(changing, one[kind])}
          </Button>
        ) : (
          <p className="font-medium">Everything in this file is already here.</p>
        )}
        {noted && <Switch label="Only problems" checked={problems} onChange={setProblems} />}
      </div>
      <Table caption={`Rows of the ${kind} file`} rows={shown} columns={columns} empty="No rows" />
    </Section>
  );
}

const one: Record<Kind, string> = { residents: "resident", staff: "staff member", units: "unit" };
