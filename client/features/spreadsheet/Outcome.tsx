import { useMemo } from "react";
import type { RegisterCounts } from "../../../server/features/spreadsheet/schema.ts";
import { Button } from "../../ui/Button.tsx";
import type { Chip } from "../../ui/column.ts";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { Table } from "../../ui/Table.tsx";
import { QuotaSum } from "../units/Quotas.tsx";
import { ChangeAll } from "./ChangeAll.tsx";
import { ChangeRows } from "./ChangeRow.tsx";
import { type PreviewRow, previewColumns } from "./previewColumns.tsx";
import type { ImportStep } from "./useImport.ts";

const hasNotes = ({ notes }: Pick<PreviewRow, "notes">) => notes.length > 0;

const chips: readonly Chip<PreviewRow>[] = [
  { group: "status", value: "remarks", label: "With remarks", has: hasNotes },
];

interface Figure {
  what: string;
  add: number;
  same: number;
  update?: number;
}

function figuresOf({ others, staff, ...counts }: RegisterCounts): Figure[] {
  const besides = { add: others.add - staff.add, same: others.same - staff.same };
  return [
    { what: "units", ...counts.units },
    { what: "people", ...counts.people },
    { what: "owners", ...counts.owners },
    { what: "tenants", ...counts.tenants },
    { what: "others", ...besides },
    { what: "staff", ...staff },
  ].filter(({ what, add, same }) => what !== "staff" || add + same > 0);
}

export function Outcome({ importing, checked }: ImportStep) {
  const { rows, counts, quotaSum, quotaCount, questions } = checked;
  const numbered = useMemo(() => rows.map((row) => ({ ...row, id: `${row.line}` })), [rows]);
  const isOpen = questions.some(({ answer }) => answer === null);
  const figures = figuresOf(counts);
  const changed = figures.filter(({ update = 0 }) => update > 0);
  const changing = changed.length > 0 || figures.some(({ add }) => add > 0);
  return (
    <Section title="What would happen">
      <dl className="mt-3 mb-5 flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(({ what, add, same }) => (
          <div key={what} className="flex items-baseline gap-2">
            <dt className="order-last text-soft">
              new {what}
              {same > 0 && `, ${same} already here`}
            </dt>
            <dd className={`text-2xl font-semibold tabular-nums ${add > 0 ? "text-fynbos" : ""}`}>
              {add}
            </dd>
          </div>
        ))}
        {changed.map(({ what, update }) => (
          <div key={what} className="flex items-baseline gap-2">
            <dt className="order-last text-soft">{what} changed</dt>
            <dd className="text-2xl font-semibold text-notice tabular-nums">{update}</dd>
          </div>
        ))}
      </dl>
      {quotaSum > 0 && <QuotaSum sum={quotaSum} units={quotaCount} />}
      <div className="mb-7" role="status">
        {counts.refused > 0 ? (
          <p className="font-medium">
            {counted(counts.refused, "row")} above {counts.refused === 1 ? "has" : "have"} to be
            mended or left out first.
          </p>
        ) : isOpen ? (
          <p className="font-medium">Answer the questions above first.</p>
        ) : changing ? (
          <Button busy={importing.busy !== undefined} onClick={() => void importing.run()}>
            Import the list
          </Button>
        ) : (
          <p className="font-medium">Everything in this list is already here.</p>
        )}
      </div>
      <ChangeAll importing={importing} checked={checked} />
      <ChangeRows value={importing.change}>
        {/* The cells of the first of several people are level with them. */}
        <div className="[&_td]:align-baseline!">
          <Table
            caption="Rows of the list"
            rows={numbered}
            columns={previewColumns}
            chips={rows.some(hasNotes) ? chips : []}
            empty="No rows"
          />
        </div>
      </ChangeRows>
    </Section>
  );
}
