import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { named, personTableSearch, wholeOf } from "../../ui/tableSearch.ts";
import { isClosed, requestColumns } from "./columns.tsx";
import { RequestForm } from "./RequestForm.tsx";

export const Route = createFileRoute("/resident/issues")({
  validateSearch: personTableSearch,
  staticData: { title: "My issues" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) =>
    Promise.all([
      utils.resident.maintenance.mine.ensureData(wholeOf(deps)),
      utils.resident.profile.get.ensureData(named(deps)),
      loadPaperHead(),
    ]),
  component: MyIssues,
});

const { type, description, room, date, status } = requestColumns;

function MyIssues() {
  const search = Route.useSearch();
  const [{ rows }] = api.resident.maintenance.mine.useSuspenseQuery(wholeOf(search));
  const [{ address }] = api.resident.profile.get.useSuspenseQuery(named(search));
  return (
    <>
      <PageHeader
        printed
        title="My issues"
        note="Tell us what is broken. The staff see it at once."
      />
      <RequestForm profileId={search.profileId} room={address} />
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
