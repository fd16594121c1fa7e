import { createFileRoute } from "@tanstack/react-router";
import { CircleUserRound } from "lucide-react";
import { isClosed } from "../../../server/features/maintenance/list.ts";
import { api, utils } from "../../trpc.ts";
import type { Column, LongRows } from "../../ui/column.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import type { RowMenuProps } from "../../ui/rowActions.ts";
import { Table } from "../../ui/Table.tsx";
import { type About, aboutOf, tableSearch } from "../../ui/tableSearch.ts";
import { type Request, requestChips, requestColumns } from "./columns.tsx";
import { TurnRequest } from "./TurnRequest.tsx";

export const Route = createFileRoute("/admin/maintenance")({
  validateSearch: tableSearch,
  staticData: { title: "Maintenance" },
  loaderDeps: ({ search }) => aboutOf(search),
  loader: ({ deps }) =>
    Promise.all([utils.admin.maintenance.list.ensureData(deps), loadPaperHead()]),
  component: AllRequests,
});

const { type, description, room, date, status } = requestColumns;

const columns: readonly Column<Request>[] = [
  type,
  description,
  room,
  date,
  status,
  {
    key: "action",
    label: "Action",
    show: (request) => <TurnRequest request={request} as="admin" />,
  },
];

const menuOf = ({ residentId, description, roomNumber }: Request): RowMenuProps => ({
  of: `${description.slice(0, 60)} (${roomNumber})`,
  actions: () => [
    {
      label: "Who reported it",
      icon: CircleUserRound,
      link: { to: "/admin/people/$personId", params: { personId: residentId } },
    },
  ],
});

const longOf = (about: About): LongRows<Request> => ({
  useSearch: (search) => api.admin.maintenance.list.useSuspenseQuery({ ...about, ...search })[0],
  fetch: (search) => utils.admin.maintenance.list.fetch({ ...about, ...search }),
});

function AllRequests() {
  const about = aboutOf(Route.useSearch());
  const [list] = api.admin.maintenance.list.useSuspenseQuery(about);
  return (
    <>
      <PageHeader printed title="Maintenance" />
      <Table
        caption="Maintenance requests"
        rows={list.rows}
        about={list.about}
        long={list.long && longOf(about)}
        columns={columns}
        empty="No data available"
        drawing="tea"
        chips={requestChips}
        highlight={isClosed}
        menu={menuOf}
        link={({ id }) => ({ to: "/admin/maintenance/$requestId", params: { requestId: id } })}
      />
    </>
  );
}
