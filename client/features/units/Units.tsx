import { createFileRoute } from "@tanstack/react-router";
import { formatQuota } from "../../../server/features/units/schema.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { Column } from "../../ui/column.ts";
import { FloatingAction } from "../../ui/FloatingAction.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { ImportLink } from "../people/ImportLink.tsx";
import { QuotaSum } from "./QuotaSum.tsx";

export const Route = createFileRoute("/admin/units")({
  validateSearch: tableSearch,
  staticData: { title: "Units" },
  loader: () => Promise.all([utils.admin.units.all.ensureData(), loadPaperHead()]),
  component: Units,
});

type Unit = Answers["admin"]["units"]["all"]["rows"][number];

const columns: readonly Column<Unit>[] = [
  { key: "unit", label: "Unit", value: ({ label }) => label },
  { key: "section", label: "Section", value: ({ sectionNumber }) => sectionNumber ?? "" },
  {
    key: "pq",
    label: "PQ %",
    right: true,
    value: ({ participationQuota }) => participationQuota ?? 0,
    text: ({ participationQuota: quota }) => (quota ? formatQuota(quota) : ""),
  },
  {
    key: "owners",
    label: "Owners",
    value: ({ owners }) => owners.map(({ name }) => name).join(", "),
  },
  {
    key: "residents",
    label: "Residents",
    value: ({ residents }) => residents.map(({ name }) => name).join(", "),
  },
  { key: "action", label: "Action", show: (unit) => <RemoveUnit {...unit} /> },
];

function Units() {
  const [{ rows, quotaSum, quotaCount }] = api.admin.units.all.useSuspenseQuery();
  return (
    <>
      <PageHeader
        printed
        title="Units"
        note="Every unit in the scheme, with the people who own it and who live in it today."
      >
        <ImportLink kind="units" />
      </PageHeader>
      {quotaSum > 0 && <QuotaSum sum={quotaSum} units={quotaCount} />}
      <FloatingAction to="/admin/units/new_unit">Add a unit</FloatingAction>
      <Table
        caption="Units"
        rows={rows}
        columns={columns}
        empty="No units yet"
        link={({ id }) => ({ to: "/admin/units/$unitId", params: { unitId: id } })}
      />
    </>
  );
}

/** Removes a unit from the register, after asking once. */
function RemoveUnit({ id, label }: Unit) {
  const send = api.admin.units.remove.useMutation({
    onSettled: () => utils.admin.units.invalidate(),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button kind="quiet" small which={label}>
          Remove
        </Button>
      }
      title={`Remove ${label}?`}
      action="Remove"
      onConfirm={() => send.mutateAsync({ unitId: id })}
    >
      It disappears from the list of units. You cannot remove a unit in which somebody still lives.
    </ConfirmDialog>
  );
}
