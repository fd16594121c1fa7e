import { api, utils } from "../../trpc.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { whole } from "../../ui/tableSearch.ts";
import { fineColumns } from "./columns.tsx";

/** For the loaders of the two URLs of this screen. */
export const loadFines = () =>
  Promise.all([utils.admin.fines.all.ensureData(whole), loadPaperHead()]);

/** All fines of the building; each links to the screen that sets its status. */
export function FineList(heading: { title: string; note?: string }) {
  const [{ rows }] = api.admin.fines.all.useSuspenseQuery(whole);
  return (
    <>
      <PageHeader printed {...heading} />
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
