import { api } from "../../trpc.ts";
import { Table } from "../../ui/Table.tsx";
import { whole } from "../../ui/tableSearch.ts";
import { fineColumns } from "./columns.tsx";

/** All fines of the building; each links to the screen that sets its status. */
export function FineList() {
  const [{ rows }] = api.admin.fines.all.useSuspenseQuery(whole);
  return (
    <Table
      caption="Fines"
      rows={rows}
      columns={fineColumns}
      empty="No Fines"
      link={({ id }) => ({ to: "/admin/fines/$fineId/update", params: { fineId: id } })}
    />
  );
}
