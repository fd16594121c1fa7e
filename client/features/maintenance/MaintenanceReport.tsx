import { createFileRoute } from "@tanstack/react-router";
import { isClosed } from "../../../server/features/maintenance/list.ts";
import { api, utils } from "../../trpc.ts";
import { QuietLink } from "../../ui/Button.tsx";
import { ExportReport, type ReportColumn } from "../../ui/ExportReport.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { personTableSearch, wholeOf } from "../../ui/tableSearch.ts";
import { ownRequestChips, type Request, requestColumns } from "./columns.tsx";

export const Route = createFileRoute("/resident/reports/maintenance")({
  validateSearch: personTableSearch,
  staticData: { title: "Maintenance report" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([utils.resident.maintenance.mine.ensureData(wholeOf(deps)), loadPaperHead()]),
  component: MaintenanceReport,
});

const { type, description, date, status } = requestColumns;
const columns: readonly ReportColumn<Request>[] = [
  { ...type, width: 42 },
  description,
  { ...date, label: "Date Issued", width: 28 },
  { ...status, width: 22 },
];

const sums = (requests: readonly Request[]) => {
  const closed = requests.filter(isClosed).length;
  return { notes: [`Requests: ${requests.length - closed} open, ${closed} closed`] };
};

function MaintenanceReport() {
  const { profileId } = Route.useSearch();
  const [{ rows }] = api.resident.maintenance.mine.useSuspenseQuery(wholeOf({ profileId }));
  return (
    <>
      <PageHeader
        printed
        up={<TextLink to="/resident/reports">All reports</TextLink>}
        title="Maintenance report"
      >
        <QuietLink to="/resident/issues" search={{ profileId }}>
          Log a request
        </QuietLink>
        <ExportReport
          title="Maintenance report"
          profileId={profileId}
          columns={columns}
          rows={rows}
          chips={ownRequestChips}
          dayOf={({ date }) => date}
          sums={sums}
        />
      </PageHeader>
      <Table
        caption="My requests"
        rows={rows}
        columns={columns}
        ownPdf
        empty="No data available."
        drawing="tea"
        chips={ownRequestChips}
        highlight={isClosed}
        link={({ id: requestId }) => ({
          to: "/resident/issues/$requestId",
          params: { requestId },
          search: { profileId },
        })}
      />
    </>
  );
}
