import { api, utils } from "../../trpc.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { whole } from "../../ui/tableSearch.ts";
import { fineActions, fineChips, fineColumns, fineMenu, fineTotals } from "./columns.tsx";

/** For the loaders of the two URLs of this screen. */
export const loadFines = () =>
  Promise.all([utils.admin.fines.all.ensureData(whole), loadPaperHead()]);

/** All fines of the building; each links to the screen that sets its status. */
export function FineList(heading: { title: string; note?: string }) {
  const [{ rows, nextCursor }] = api.admin.fines.all.useSuspenseQuery(whole);
  return (
    <>
      <PageHeader printed {...heading}>
        <ButtonLink kind="quiet" to="/admin/fines/reminders">
          Reminder letters
        </ButtonLink>
        <ButtonLink to="/admin/fines/new_fine">New Fine</ButtonLink>
      </PageHeader>
      <Table
        caption="Fines"
        rows={rows}
        cut={nextCursor !== null}
        columns={fineColumns}
        empty="No Fines"
        chips={fineChips}
        totals={fineTotals}
        several={fineActions}
        menu={fineMenu}
        link={({ id }) => ({ to: "/admin/fines/$fineId/update", params: { fineId: id } })}
      />
    </>
  );
}
