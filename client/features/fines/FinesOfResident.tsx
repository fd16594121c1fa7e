import { createFileRoute } from "@tanstack/react-router";
import { api, utils } from "../../trpc.ts";
import { ButtonLink, QuietLink } from "../../ui/Button.tsx";
import type { Column } from "../../ui/column.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { loadPaperHead } from "../../ui/PaperHead.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { tableSearch } from "../../ui/tableSearch.ts";
import { type Fine, fineChips, fineColumn, fineColumns, fineTotals } from "./columns.tsx";
import { longOf } from "./FineList.tsx";

export const Route = createFileRoute("/admin/residents/$residentId/fines")({
  validateSearch: tableSearch,
  staticData: { title: "Fines of a resident" },
  loader: ({ params: { residentId } }) =>
    Promise.all([
      utils.admin.fines.list.ensureData({ personId: residentId }),
      utils.admin.personPages.one.ensureData({ personId: residentId }),
      loadPaperHead(),
    ]),
  component: FinesOfResident,
});

const columns: readonly Column<Fine>[] = [
  // On a phone the button takes the place of the day.
  ...fineColumns.map(
    (column): Column<Fine> =>
      column.key === fineColumn.issued.key ? { ...column, phone: "away" } : column,
  ),
  {
    key: "action",
    label: "Action",
    leads: true,
    show: ({ residentId, id }) => (
      <QuietLink
        small
        data-row-link
        className="print:hidden"
        to="/admin/residents/$residentId/fines/$fineId/update"
        params={{ residentId, fineId: id }}
      >
        Update Fine
      </QuietLink>
    ),
  },
];

function FinesOfResident() {
  const { residentId } = Route.useParams();
  const about = { personId: residentId };
  const [list] = api.admin.fines.list.useSuspenseQuery(about);
  const [{ fullName }] = api.admin.personPages.one.useSuspenseQuery(about);
  return (
    <>
      <PageHeader
        printed
        up={<TextLink to="/admin/residents">All residents</TextLink>}
        title={`Fines of ${fullName}`}
      >
        <ButtonLink to="/admin/residents/$residentId/fines/new_fine" params={{ residentId }}>
          New Fine
        </ButtonLink>
      </PageHeader>
      <Table
        caption="Fines"
        rows={list.rows}
        long={list.long && longOf(about)}
        columns={columns}
        chips={fineChips}
        totals={fineTotals}
        empty="No Fines"
        drawing="tea"
      />
    </>
  );
}
