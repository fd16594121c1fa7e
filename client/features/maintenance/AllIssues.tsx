import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { type Answers, api, reasonOf, showToast, utils } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { live } from "../../ui/live.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Table } from "../../ui/Table.tsx";
import { tableSearch, whose } from "../../ui/tableSearch.ts";
import { isClosed, type Request, requestColumns } from "./columns.tsx";

interface Search extends ReturnType<typeof tableSearch>, ReturnType<typeof whose> {
  type?: "mine" | undefined;
}

const queryInput = ({ profileId, type }: Search) =>
  ({ profileId, type: type ?? "all", limit: "all" }) as const;

export const Route = createFileRoute("/staff/allmaintenanceissues")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...tableSearch(search),
    ...whose(search),
    type: search.type === "mine" ? "mine" : undefined,
  }),
  staticData: { title: "All Maintenance Issues" },
  loaderDeps: ({ search: { profileId, type } }) => ({ profileId, type }),
  loader: ({ deps }) =>
    Promise.all([utils.staff.maintenance.all.ensureData(queryInput(deps)), loadPaperHead()]),
  component: AllIssues,
});

const { description, room, date, status } = requestColumns;

function AllIssues() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const list = queryInput(search);
  const [{ rows }] = api.staff.maintenance.all.useSuspenseQuery(list, live);
  const action = {
    key: "action",
    label: "",
    show: (request: Request) => <Report request={request} list={list} />,
  };
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
        columns={[action, description, room, date, status]}
        empty="No data available"
        highlight={isClosed}
      />
    </>
  );
}

type Status = Request["status"];
type List = NonNullable<Parameters<typeof api.staff.maintenance.all.useSuspenseQuery>[0]>;

interface ReportProps {
  request: Request;
  /** The input of the query for the list on the screen. */
  list: List & { profileId?: string };
}

/**
 * Switches a request between Open and Closed. The screen changes at once, and changes back if the
 * server refuses. The server gets the status that the screen showed, and the list is fetched again.
 */
function Report({ request, list }: ReportProps) {
  const show = (id: string, status: Status) =>
    utils.staff.maintenance.all.setData(list, (old) => old && withStatus(old, id, status));

  const { id: requestId, status: from, description } = request;
  const send = api.staff.maintenance.setStatus.useMutation({
    onMutate: async ({ requestId, status }) => {
      await utils.staff.maintenance.all.cancel();
      show(requestId, status);
    },
    onError: (error, { requestId, from }) => {
      // On `maintenance.changed` somebody else was first: the refetched list shows the present
      // status.
      if (from && reasonOf(error)?.code !== "maintenance.changed") show(requestId, from);
    },
    onSuccess: (_, { status, from = status, ...which }) =>
      void showToast(
        "success",
        `${status === "Closed" ? "Closed" : "Open again"}: ${description}`,
        null,
        which.requestId,
        {
          label: "Undo",
          onClick: () => send.mutate({ ...which, status: from, from: status }),
        },
      ),
    onSettled: () =>
      Promise.all([utils.staff.maintenance.invalidate(), utils.staff.dashboard.invalidate()]),
  });
  const status: Status = from === "Open" ? "Closed" : "Open";
  const profileId = list.profileId;
  return (
    <>
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
        Report
      </Button>
      <Failure error={send.error} className="mt-1 text-sm" />
    </>
  );
}

const withStatus = (list: Answers["staff"]["maintenance"]["all"], id: string, status: Status) => ({
  ...list,
  rows: list.rows.map((row) => (row.id === id ? { ...row, status } : row)),
});
