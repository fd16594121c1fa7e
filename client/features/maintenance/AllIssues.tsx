import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { live } from "../../ui/live.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Table } from "../../ui/Table.tsx";
import { named, tableSearch, whose } from "../../ui/tableSearch.ts";
import { isClosed, type Request, requestColumns } from "./columns.tsx";
import { Report } from "./Report.tsx";

interface Search extends ReturnType<typeof tableSearch>, ReturnType<typeof whose> {
  type?: "mine" | undefined;
}

const queryInput = ({ profileId, type }: Search) =>
  ({ ...named({ profileId }), type: type ?? "all", limit: "all" }) as const;

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
