import { useSearch } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { ButtonLink, QuietLink } from "../../ui/Button.tsx";
import type { LongRows } from "../../ui/column.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { type About, aboutOf } from "../../ui/tableSearch.ts";
import {
  type Fine,
  fineActions,
  fineChips,
  fineColumns,
  fineMenu,
  fineSums,
  fineTotals,
} from "./columns.tsx";

/** For the loaders of the two URLs of this screen. */
export const loadFines = ({ deps }: { deps: About }) =>
  Promise.all([utils.admin.fines.list.ensureData(deps), loadPaperHead()]);

export const longOf = (about: About): LongRows<Fine> => ({
  useSearch: (search) => api.admin.fines.list.useSuspenseQuery({ ...about, ...search })[0],
  fetch: (search) => utils.admin.fines.list.fetch({ ...about, ...search }),
  totals: fineSums,
});

export function FineList(heading: { title: string; note?: string }) {
  const about = aboutOf(useSearch({ strict: false }));
  const [list] = api.admin.fines.list.useSuspenseQuery(about);
  return (
    <>
      <PageHeader printed {...heading}>
        <QuietLink to="/admin/fines/reminders">Reminder letters</QuietLink>
        <ButtonLink to="/admin/fines/new_fine">New Fine</ButtonLink>
      </PageHeader>
      <Table
        caption="Fines"
        rows={list.rows}
        about={list.about}
        long={list.long && longOf(about)}
        columns={fineColumns}
        empty="No Fines"
        drawing="tea"
        chips={fineChips}
        totals={fineTotals}
        several={fineActions}
        menu={fineMenu}
        link={({ id }) => ({ to: "/admin/fines/$fineId/update", params: { fineId: id } })}
      />
    </>
  );
}
