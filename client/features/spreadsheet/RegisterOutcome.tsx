import { Check, CircleAlert, Minus, Pencil, Plus } from "lucide-react";
import type {
  CheckedRegister,
  RegisterCounts,
  RegisterFate,
} from "../../../server/features/spreadsheet/registerImport/schema.ts";
import { Button } from "../../ui/Button.tsx";
import type { Column } from "../../ui/column.ts";
import { IconText } from "../../ui/IconText.tsx";
import { counted } from "../../ui/plural.ts";
import { Section } from "../../ui/Section.tsx";
import { Table } from "../../ui/Table.tsx";
import { QuotaSum } from "../units/QuotaSum.tsx";
import type { RegisterImport } from "./useRegister.ts";

interface Props {
  importing: RegisterImport;
  checked: CheckedRegister;
}

type Row = CheckedRegister["rows"][number] & { id: string };

const fates = {
  add: [Plus, "New", "text-fynbos"],
  update: [Pencil, "Will be changed", "text-notice"],
  unchanged: [Check, "Already here", "text-soft"],
  refused: [CircleAlert, "To mend", "text-danger"],
  "left out": [Minus, "Left out", "text-soft"],
  skipped: [Minus, "Not part of the list", "text-soft"],
} as const satisfies Record<RegisterFate, unknown>;

const columns: readonly Column<Row>[] = [
  { key: "line", label: "Row", phone: "named", value: ({ line }) => line },
  { key: "unit", label: "Unit", value: ({ unit }) => unit || "–" },
  {
    key: "people",
    label: "People",
    value: ({ what }) => what,
    show: ({ what }) => <span className="block wrap-anywhere sm:min-w-40">{what || "–"}</span>,
  },
  {
    key: "fate",
    label: "What happens",
    phone: "end",
    value: ({ fate }) => fates[fate][1],
    show: ({ fate }) => {
      const [icon, words, colour] = fates[fate];
      return (
        <IconText icon={icon} className={`font-semibold ${colour}`}>
          {words}
        </IconText>
      );
    },
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

const figures = (counts: RegisterCounts) =>
  [
    ["units", counts.units],
    ["people", counts.people],
    ["owners", counts.owners],
    ["tenants", counts.tenants],
    ["others", counts.others],
  ] as const;

const addedIn = (counts: RegisterCounts) =>
  figures(counts).reduce((sum, [, { add }]) => sum + add, 0);

/** What the import would make, and the button that does it once nothing is open. */
export function RegisterOutcome({ importing, checked }: Props) {
  const { rows, counts, quotaSum, quotaCount, questions } = checked;
  const isOpen = questions.some(({ answer }) => answer === null);
  const changing = addedIn(counts) + counts.units.update > 0;
  return (
    <Section title="What would happen">
      <dl className="mt-3 mb-5 flex flex-wrap gap-x-8 gap-y-2">
        {figures(counts).map(([what, { add, same }]) => (
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
        {counts.units.update > 0 && (
          <div className="flex items-baseline gap-2">
            <dt className="order-last text-soft">units changed</dt>
            <dd className="text-2xl font-semibold text-notice tabular-nums">
              {counts.units.update}
            </dd>
          </div>
        )}
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
      <Table
        caption="Rows of the list"
        rows={rows.map((row) => ({ ...row, id: `${row.line}` }))}
        columns={columns}
        empty="No rows"
      />
    </Section>
  );
}
