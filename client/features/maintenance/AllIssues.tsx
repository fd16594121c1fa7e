import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Answers, api, client, reasonOf, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import type { LongRows, SeveralAction } from "../../ui/column.ts";
import { Failure } from "../../ui/Failure.tsx";
import { live } from "../../ui/live.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { counted } from "../../ui/plural.ts";
import { Switch } from "../../ui/Switch.tsx";
import { Table } from "../../ui/Table.tsx";
import { tableSearch, whose } from "../../ui/tableSearch.ts";
import { Undoable } from "../../ui/Undoable.tsx";
import { holdRow, offerUndo } from "../../ui/undo.ts";
import {
  doneWords,
  isClosed,
  type ReportedRequest,
  reportedColumn,
  requestChips,
  requestColumns,
} from "./columns.tsx";

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

/** What is done is there at one press. */
const openOnes = { status: "Open" };

function AllIssues() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const { profileId } = search;
  const list = queryInput(search);
  const [{ rows, long }] = api.staff.maintenance.list.useSuspenseQuery(list, live);
  const action = {
    key: "action",
    label: "",
    show: (request: ReportedRequest) => <Report request={request} list={list} />,
  };
  const several = useMemo(
    () => (["Closed", "Open"] as const).map((status) => setAll(status, profileId)),
    [profileId],
  );
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
        columns={[action, reportedColumn, room, date, status]}
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
  useSearch: (search) =>
    api.staff.maintenance.list.useSuspenseQuery({ ...list, ...search }, live)[0],
  fetch: (search) => utils.staff.maintenance.list.fetch({ ...list, ...search }),
});

type Status = ReportedRequest["status"];

const settled = () =>
  Promise.all([utils.staff.maintenance.invalidate(), utils.staff.dashboard.invalidate()]);

/** Opens or closes several requests, one after the other. */
const setAll = (status: Status, profileId: string | undefined): SeveralAction<ReportedRequest> => ({
  label: status === "Closed" ? "Close" : "Open again",
  question: (requests) =>
    `${status === "Closed" ? "Close" : "Open"} ${counted(requests.length, "request")}${status === "Open" ? " again" : ""}?`,
  applies: (request) => request.status !== status,
  send: ({ id: requestId, status: from }) =>
    client.staff.maintenance.setStatus.mutate({
      ...(profileId && { profileId }),
      requestId,
      status,
      from,
    }),
  said: doneWords[status],
  now: { status },
  undo: ({ id: requestId, status: from }) =>
    client.staff.maintenance.setStatus.mutate({
      ...(profileId && { profileId }),
      requestId,
      status: from,
      from: status,
    }),
  after: settled,
  name: ({ description, roomNumber }) => `${description} (${roomNumber})`,
});

interface ReportProps {
  request: ReportedRequest;
  /** The input of the query for the list on the screen. */
  list: List;
}

/**
 * Switches a request between Open and Closed. The screen changes at once, and changes back if the
 * server refuses. The server gets the status that the screen showed, and the list is fetched again.
 */
function Report({ request, list }: ReportProps) {
  const show = (id: string, status: Status) =>
    utils.staff.maintenance.list.setData(list, (old) => old && withStatus(old, id, status));

  const { id: requestId, status: from, description } = request;
  const send = api.staff.maintenance.setStatus.useMutation({
    onMutate: async ({ requestId, status }) => {
      holdRow(requestId);
      await utils.staff.maintenance.list.cancel();
      show(requestId, status);
    },
    onError: (error, { requestId, from }) => {
      // On `maintenance.changed` somebody else was first: the refetched list shows the present
      // status.
      if (from && reasonOf(error)?.code !== "maintenance.changed") show(requestId, from);
    },
    onSuccess: (_, { status, from = status, ...which }) =>
      offerUndo(which.requestId, {
        said: doneWords[status],
        now: { status },
        undo: async () => {
          const back = { ...which, status: from, from: status };
          await client.staff.maintenance.setStatus.mutate(back);
          await settled();
        },
      }),
    onSettled: settled,
  });
  const status: Status = from === "Open" ? "Closed" : "Open";
  const profileId = list.profileId;
  return (
    <Undoable row={request} which={description} beside>
      <Button
        kind="quiet"
        aria-label={`Report ${status.toLowerCase()}: ${description}`}
        busy={send.isPending}
        // The second press of a double click would undo the first.
        onClick={({ detail }) =>
          detail < 2 &&
          !send.isPending &&
          send.mutate({ ...(profileId && { profileId }), requestId, status, from })
        }
      >
        Report {status.toLowerCase()}
      </Button>
      <Failure error={send.error} className="mt-1 text-sm" />
    </Undoable>
  );
}

const withStatus = (list: Answers["staff"]["maintenance"]["list"], id: string, status: Status) => ({
  ...list,
  rows: list.rows.map((row) => (row.id === id ? { ...row, status } : row)),
});
