import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { live } from "../../ui/live.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { tableSearch, whole } from "../../ui/tableSearch.ts";
import { isClosed, type Request, requestChips, requestColumns } from "./columns.tsx";
import { TurnRequest } from "./TurnRequest.tsx";

export const Route = createFileRoute("/admin/maintenance")({
  validateSearch: tableSearch,
  staticData: { title: "Maintenance" },
  loader: () => Promise.all([utils.admin.maintenance.all.ensureData(whole), loadPaperHead()]),
  component: AllRequests,
});

const { type, description, room, date, status } = requestColumns;

const columns: readonly Column<Request>[] = [
  type,
  description,
  room,
  date,
  status,
  { key: "action", label: "Action", show: (request) => <TurnRequest {...request} /> },
];

function AllRequests() {
  const [{ rows, nextCursor }] = api.admin.maintenance.all.useSuspenseQuery(whole, live);
  return (
    <>
      <PageHeader printed title="Maintenance" />
      <Table
        caption="Maintenance requests"
        rows={rows}
        cut={nextCursor !== null}
        columns={columns}
        empty="No data available"
        chips={requestChips}
        highlight={isClosed}
      />
    </>
  );
}
