import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Table } from "../../ui/Table.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { fineColumns } from "./columns.tsx";

const all = { limit: "all" } as const;

export const Route = createFileRoute("/admin/fines")({
  validateSearch: tableSearch,
  staticData: { title: "Fines" },
  loader: () => utils.admin.fines.all.ensureData(all),
  component: AllFines,
});

function AllFines() {
  const [{ rows }] = api.admin.fines.all.useSuspenseQuery(all);
  return (
    <>
      <PageHeader title="Fines" />
      <Table
        caption="Fines"
        rows={rows}
        columns={fineColumns}
        empty="No Fines"
        link={({ id }) => ({ to: "/admin/fines/$fineId/update", params: { fineId: id } })}
      />
    </>
  );
}
