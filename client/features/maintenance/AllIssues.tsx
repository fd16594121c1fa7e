import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { isClosed } from "../../../server/features/maintenance/list.ts";
import { type Answers, api, utils } from "../../trpc.ts";
import type { Column, LongRows, SeveralAction } from "../../ui/column.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { counted } from "../../ui/plural.ts";
import { Switch } from "../../ui/Switch.tsx";
import { Table } from "../../ui/Table.tsx";
import { tableSearch, whose } from "../../ui/tableSearch.ts";
import { type ReportedRequest, reportedColumn, requestChips, requestColumns } from "./columns.tsx";
import { nameOf, type Status, statuses, statusWords, TurnRequest, turned } from "./TurnRequest.tsx";

interface Search extends ReturnType<typeof tableSearch>, ReturnType<typeof whose> {
  type?: "mine" | undefined;
}

const queryInput = ({ profileId, type }: Search) => ({ profileId, type: type ?? "all" }) as const;

type List = ReturnType<typeof queryInput>;

export const Route = createFileRoute("/staff/allmaintenanceissues")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...tableSearch(search),
    ...whose(search),
    type: search.type === "mine" ? "mine" : undefined,
  }),
  staticData: { title: "All Maintenance Issues" },
  loaderDeps: ({ search: { profileId, type } }) => ({ profileId, type }),
  loader: ({ deps }) =>
    Promise.all([utils.staff.maintenance.list.ensureData(queryInput(deps)), loadPaperHead()]),
  component: AllIssues,
});

const { room, date, status } = requestColumns;

/** The first column is the button, so this one leads to the request. */
const leadingColumn: Column<ReportedRequest> = {
  ...reportedColumn,
  leads: true,
  show: (request) => (
    <Link
      to="/staff/allmaintenanceissues/$requestId"
      params={{ requestId: request.id }}
      data-row-link
      className="block"
    >
      {reportedColumn.show?.(request)}
    </Link>
  ),
};

/** The closed ones are there at one press. */
const openOnes = { status: "Open" };

function AllIssues() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const { profileId } = search;
  const list = queryInput(search);
  const [{ rows, long }] = api.staff.maintenance.list.useSuspenseQuery(list);
  const action = {
    key: "action",
    label: "",
    show: (request: ReportedRequest) => <Report request={request} list={list} />,
  };
  const several = useMemo(() => statuses.map((status) => setAll(status, profileId)), [profileId]);
  const turn = (mine: boolean) =>
    void navigate({
      to: "/staff/allmaintenanceissues",
      search: { ...search, page: undefined, type: mine ? "mine" : undefined },
    });
  return (
    <>
      <PageHeader printed title="All Maintenance Issues">
        <Switch label="My trade" checked={search.type === "mine"} onChange={turn} />
      </PageHeader>
      <Table
        caption="Maintenance issues"
        rows={rows}
        long={long && longOf(list)}
        columns={[action, leadingColumn, room, date, status]}
        empty="No data available"
        drawing="tea"
        chips={requestChips}
        begins={openOnes}
        several={several}
        highlight={isClosed}
      />
    </>
  );
}

const longOf = (list: List): LongRows<ReportedRequest> => ({
  useSearch: (search) => api.staff.maintenance.list.useSuspenseQuery({ ...list, ...search })[0],
  fetch: (search) => utils.staff.maintenance.list.fetch({ ...list, ...search }),
});

const setAll = (status: Status, profileId: string | undefined): SeveralAction<ReportedRequest> => ({
  ...turned({ as: "staff", profileId }, status),
  question: (requests) => statusWords[status].question(counted(requests.length, "request")),
  applies: (request) => request.status !== status,
  name: nameOf,
});

/** Turns a request on the screen at once, and back if the server refuses. */
const Report = ({ request, list }: { request: ReportedRequest; list: List }) => (
  <TurnRequest
    request={request}
    as="staff"
    profileId={list.profileId}
    show={(status) =>
      utils.staff.maintenance.list.setData(
        list,
        (old) => old && withStatus(old, request.id, status),
      )
    }
  />
);

const withStatus = (list: Answers["staff"]["maintenance"]["list"], id: string, status: Status) => ({
  ...list,
  rows: list.rows.map((row) => (row.id === id ? { ...row, status } : row)),
});
