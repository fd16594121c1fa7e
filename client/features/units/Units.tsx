import { createFileRoute } from "@tanstack/react-router";
import { formatQuota } from "../../../server/features/units/schema.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import { FloatingAction } from "../../ui/FloatingAction.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead, PaperHead } from "../../ui/PaperHead.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { ImportLink } from "../people/ImportLink.tsx";
import { QuotaSum } from "./QuotaSum.tsx";
import { RemoveUnit } from "./RemoveUnit.tsx";

export const Route = createFileRoute("/admin/units")({
  validateSearch: tableSearch,
  staticData: { title: "Units" },
  loader: () => Promise.all([utils.admin.units.all.ensureData(), loadPaperHead()]),
  component: Units,
});

export type Unit = Answers["admin"]["units"]["all"]["rows"][number];

const columns: readonly Column<Unit>[] = [
  { key: "unit", label: "Unit", value: ({ label }) => label },
  { key: "section", label: "Section", value: ({ sectionNumber }) => sectionNumber ?? "" },
  {
    key: "pq",
    label: "PQ %",
    right: true,
    value: ({ participationQuota }) => participationQuota ?? 0,
    text: ({ participationQuota: quota }) => (quota ? formatQuota(quota) : ""),
    show: ({ participationQuota: quota }) => (quota ? formatQuota(quota) : "–"),
  },
  {
    key: "residents",
    label: "Residents",
    value: ({ residents }) => residents.map(({ name }) => name).join(", "),
  },
  { key: "action", label: "Action", show: (unit) => <RemoveUnit {...unit} /> },
];

function Units() {
  const [{ rows, quotaSum }] = api.admin.units.all.useSuspenseQuery();
  return (
    <>
      <PaperHead />
      <PageHeader
        title="Units"
        note="Every unit in the scheme. A resident lives in the unit that their address names."
      >
        <ImportLink kind="units" />
      </PageHeader>
      {quotaSum > 0 && <QuotaSum sum={quotaSum} />}
      <FloatingAction to="/admin/units/new_unit">Add a unit</FloatingAction>
      <Table
        caption="Units"
        rows={rows}
        columns={columns}
        empty="No units yet"
        link={({ id }) => ({ to: "/admin/units/$unitId/update", params: { unitId: id } })}
      />
    </>
  );
}
