import { createFileRoute } from "@tanstack/react-router";
import { api, utils, wordsOf } from "../../trpc.ts";
import { Button } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Table } from "../../ui/Table.tsx";
import { named, tableSearch, whose } from "../../ui/tableSearch.ts";
import { isClosed, type Request, requestColumns } from "./columns.tsx";

interface Search extends ReturnType<typeof tableSearch>, ReturnType<typeof whose> {
  type?: "mine" | undefined;
}

const asked = ({ profileId, type }: Search) =>
  ({ ...named({ profileId }), type: type ?? "all", limit: "all" }) as const;

export const Route = createFileRoute("/staff/allmaintenanceissues")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...tableSearch(search),
    ...whose(search),
    type: search.type === "mine" ? "mine" : undefined,
  }),
  staticData: { title: "All Maintenance Issues" },
  loaderDeps: ({ search: { profileId, type } }) => ({ profileId, type }),
  loader: ({ deps }) => utils.staff.maintenance.all.ensureData(asked(deps)),
  component: AllIssues,
});

const { description, room, date, status } = requestColumns;

function AllIssues() {
  const search = Route.useSearch();
  const [{ rows }] = api.staff.maintenance.all.useSuspenseQuery(asked(search));
  const action = {
    key: "action",
    label: "",
    show: (request: Request) => <Report request={request} profileId={search.profileId} />,
  };
  return (
    <>
      <PageHeader title="All Maintenance Issues" />
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

/** Turns a request from Open to Closed or back; the server hears which status the screen showed. */
function Report({ request, profileId }: { request: Request; profileId: string | undefined }) {
  const cache = api.useUtils();
  const send = api.staff.maintenance.setStatus.useMutation({
    onSettled: () => cache.staff.maintenance.invalidate(),
  });
  const { id: requestId, status: from, description } = request;
  const status = from === "Open" ? "Closed" : "Open";
  return (
    <>
      <Button
        kind="quiet"
        aria-label={`Report ${status.toLowerCase()}: ${description}`}
        busy={send.isPending}
        onClick={() =>
          !send.isPending && send.mutate({ ...named({ profileId }), requestId, status, from })
        }
      >
        Report
      </Button>
      {send.error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {wordsOf(send.error)}
        </p>
      )}
    </>
  );
}
