import { createFileRoute } from "@tanstack/react-router";
import type { FineStatus } from "../../../server/features/fines/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api, utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { personTableSearch, wholeOf } from "../../ui/tableSearch.ts";
import { dayIssued, type Fine, fineColumn } from "../fines/columns.tsx";
import { ExportReport, type ReportColumn } from "./ExportReport.tsx";

export const Route = createFileRoute("/resident/reports/fines")({
  validateSearch: personTableSearch,
  staticData: { title: "Fines" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([utils.resident.fines.mine.ensureData(wholeOf(deps)), loadPaperHead()]),
  component: MyFines,
});

const columns: readonly ReportColumn<Fine>[] = [
  { key: "name", label: "Name", value: ({ name, surname }) => `${name} ${surname}`, width: 36 },
  { key: "room", label: "RoomNo", value: ({ roomNo }) => roomNo, width: 24 },
  { key: "reason", label: "Reason for fine", value: ({ type, reason }) => `${type}: ${reason}` },
  { ...fineColumn.amount, label: "Amount Due", width: 34 },
  { ...fineColumn.issued, width: 26 },
  { ...fineColumn.status, width: 22 },
];

const sumOf = (fines: readonly Fine[]) =>
  fines.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** The total, what is paid or being checked, and what is still owed. */
function sums(fines: readonly Fine[]) {
  const of = (wanted: FineStatus) => sumOf(fines.filter(({ status }) => status === wanted));
  const amounts: [string, number][] = [
    ["Total", sumOf(fines)],
    ["Paid", of("Paid")],
    ["Pending...", of("Pending...")],
    ["Still unpaid", of("Unpaid")],
  ];
  const shown = amounts.filter(([what, cents]) => cents > 0 || what === "Still unpaid");
  return {
    notes: [],
    totals: shown.map(([what, cents]): [string, string] => [what, formatRand(cents)]),
  };
}

function MyFines() {
  const { profileId } = Route.useSearch();
  const [{ rows }] = api.resident.fines.mine.useSuspenseQuery(wholeOf({ profileId }));
  return (
    <>
      <PageHeader
        printed
        up={<TextLink to="/resident/reports">All reports</TextLink>}
        title="Fines"
      >
        <ExportReport
          title="Statement of fines"
          fileName="fines.pdf"
          profileId={profileId}
          columns={columns}
          rows={rows}
          dayOf={dayIssued}
          sums={sums}
        />
      </PageHeader>
      <Table
        caption="My fines"
        rows={rows}
        columns={columns}
        empty="No Fines To Display"
        link={({ id }) => ({
          to: "/resident/reports/fines/payment-upload",
          search: { fineId: id, profileId },
        })}
      />
    </>
  );
}
