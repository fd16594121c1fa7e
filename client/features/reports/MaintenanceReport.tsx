import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { named, tableSearch, whose } from "../../ui/tableSearch.ts";
import { isClosed, requestColumns } from "../maintenance/columns.tsx";
import { ExportPdf, paperDay } from "./ExportPdf.tsx";

const mine = (search: { profileId?: string | undefined }) =>
  ({ ...named(search), limit: "all" }) as const;

export const Route = createFileRoute("/resident/reports/maintenance")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tableSearch(search),
    ...whose(search),
  }),
  staticData: { title: "Maintenance report" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) => utils.resident.maintenance.mine.ensureData(mine(deps)),
  component: MaintenanceReport,
});

const { type, description, date, status } = requestColumns;
const columns = [type, description, { ...date, label: "Date Issued" }, status];

function MaintenanceReport() {
  const search = Route.useSearch();
  const [{ rows }] = api.resident.maintenance.mine.useSuspenseQuery(mine(search));
  return (
    <>
      <TextLink to="/resident/reports" className="print:hidden">
        All reports
      </TextLink>
      <PageHeader title="Maintenance report">
        <ButtonLink kind="quiet" to="/resident/issues" search={named(search)}>
          Log a request
        </ButtonLink>
        <ExportPdf
          title="Maintenance report"
          fileName="maintenance-report.pdf"
          profileId={search.profileId}
          columns={[
            { label: "Type Of Maintenance", width: 38 },
            { label: "Description" },
            { label: "Date Issued", width: 28 },
            { label: "Status", width: 22 },
          ]}
          rows={rows.map((row) => [
            row.maintenanceType,
            row.description,
            paperDay(row.date),
            row.status,
          ])}
          dates={rows.map((row) => row.date)}
        />
      </PageHeader>
      <Table
        caption="My requests"
        rows={rows}
        columns={columns}
        empty="No data available."
        highlight={isClosed}
      />
    </>
  );
}
