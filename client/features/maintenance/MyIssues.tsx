import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { api, utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Table } from "../../ui/Table.tsx";
import { named, tableSearch, whose } from "../../ui/tableSearch.ts";
import { isClosed, requestColumns } from "./columns.tsx";
import { RequestForm } from "./RequestForm.tsx";

const mine = (search: { profileId?: string | undefined }) =>
  ({ ...named(search), limit: "all" }) as const;

export const Route = createFileRoute("/resident/issues")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tableSearch(search),
    ...whose(search),
  }),
  staticData: { title: "My issues" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([
      utils.resident.maintenance.mine.ensureData(mine(deps)),
      utils.resident.profile.get.ensureData(named(deps)),
    ]),
  component: MyIssues,
});

const { type, description, room, date, status } = requestColumns;

function MyIssues() {
  const search = Route.useSearch();
  const [{ rows }] = api.resident.maintenance.mine.useSuspenseQuery(mine(search));
  const [{ address }] = api.resident.profile.get.useSuspenseQuery(named(search));
  const [logged, setLogged] = useState(0);
  return (
    <>
      <PageHeader title="My issues" note="Say what is broken; the staff see it at once." />
      <RequestForm
        key={logged}
        profileId={search.profileId}
        room={address}
        onDone={() => setLogged(logged + 1)}
      />
      <h2 className="mt-12 mb-4 text-xl">What you logged</h2>
      <Table
        caption="My requests"
        rows={rows}
        columns={[type, description, room, date, status]}
        empty="No data available."
        highlight={isClosed}
      />
    </>
  );
}
