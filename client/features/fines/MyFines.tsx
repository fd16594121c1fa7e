import { createFileRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { nameOfFined } from "../../../server/features/fines/list.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api, utils } from "../../trpc.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { ExportReport, type ReportColumn } from "../../ui/ExportReport.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { personTableSearch, wholeOf } from "../../ui/tableSearch.ts";
import { dayIssued, type Fine, fineColumn, fineTotals, ownFineChips } from "./columns.tsx";

export const Route = createFileRoute("/resident/reports/fines")({
  validateSearch: personTableSearch,
  staticData: { title: "Fines" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([utils.resident.fines.mine.ensureData(wholeOf(deps)), loadPaperHead()]),
  component: MyFines,
});

const columns: readonly ReportColumn<Fine>[] = [
  {
    key: "name",
    label: "Name",
    phone: "away",
    value: nameOfFined,
    width: 36,
  },
  { key: "room", label: "RoomNo", phone: "away", value: ({ roomNo }) => roomNo, width: 24 },
  {
    key: "reason",
    label: "Reason for fine",
    phone: "rest",
    value: ({ type, reason }) => `${type}: ${reason}`,
  },
  { ...fineColumn.amount, label: "Amount Due", width: 34 },
  { ...fineColumn.issued, width: 26 },
  { ...fineColumn.status, width: 22 },
];

/** On the screen, the status has the way to pay beside it, which is also where the row leads. */
const shownColumns = (profileId: string | undefined): readonly ReportColumn<Fine>[] =>
  columns.map((column) =>
    column.key === fineColumn.status.key
      ? {
          ...column,
          leads: true,
          show: (fine) => <StatusAndWay fine={fine} profileId={profileId} />,
        }
      : column,
  );

function StatusAndWay({ fine, profileId }: { fine: Fine; profileId: string | undefined }) {
  const isUnpaid = fine.status === "Unpaid";
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span>{fineColumn.status.show(fine)}</span>
      <ButtonLink
        small
        kind={isUnpaid ? "solid" : "quiet"}
        data-row-link
        to="/resident/reports/fines/payment-upload"
        search={{ fineId: fine.id, profileId }}
        className="print:hidden"
      >
        {isUnpaid ? "Pay" : "See details"}
        <span className="sr-only">
          {" "}
          {formatRand(fine.amountCents)} for {fine.type}
        </span>
      </ButtonLink>
    </span>
  );
}

const sums = (fines: readonly Fine[]) => ({ notes: [], totals: fineTotals(fines) });

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
          profileId={profileId}
          columns={columns}
          rows={rows}
          chips={ownFineChips}
          dayOf={dayIssued}
          sums={sums}
        />
      </PageHeader>
      <Table
        caption="My fines"
        rows={rows}
        columns={useMemo(() => shownColumns(profileId), [profileId])}
        ownPdf
        chips={ownFineChips}
        totals={fineTotals}
        empty="No Fines To Display"
        drawing="tea"
      />
    </>
  );
}
