import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { live } from "../../ui/live.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
import { isClosed, requestColumns } from "./columns.tsx";

export const Route = createFileRoute("/admin/maintenance")({
  validateSearch: tableSearch,
  staticData: { title: "Maintenance" },
  loader: () => Promise.all([utils.admin.maintenance.all.ensureData(whole), loadPaperHead()]),
  component: AllRequests,
});

const { type, description, room, date, status } = requestColumns;

function AllRequests() {
  const [{ rows }] = api.admin.maintenance.all.useSuspenseQuery(whole, live);
  return (
    <>
      <PageHeader printed title="Maintenance" />
      <Table
        caption="Maintenance requests"
        rows={rows}
        columns={[type, description, room, date, status]}
        empty="No data available"
        highlight={isClosed}
      />
    </>
  );
}
