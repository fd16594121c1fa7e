import { api } from "../../trpc.ts";
import { Table } from "../../ui/Table.tsx";
import { fineColumns } from "./columns.tsx";

export const allFines = { limit: "all" } as const;

/** Every fine of the building; each leads to where its status is set. */
export function FineList() {
  const [{ rows }] = api.admin.fines.all.useSuspenseQuery(allFines);
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
