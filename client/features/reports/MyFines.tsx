import { createFileRoute } from "@tanstack/react-router";
import { formatRand } from "../../../server/platform/money/format.ts";
import { api, utils } from "../../trpc.ts";
import { Moment, momentWords } from "../../ui/Moment.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { named, tableSearch, whose } from "../../ui/tableSearch.ts";
import { amountWords, type Fine } from "../fines/columns.tsx";
import { ExportPdf, paperDay } from "./ExportPdf.tsx";

const mine = (search: { profileId?: string | undefined }) =>
  ({ ...named(search), limit: "all" }) as const;

export const Route = createFileRoute("/resident/reports/fines")({
  validateSearch: (search: Record<string, unknown>) => ({
    ...tableSearch(search),
    ...whose(search),
  }),
  staticData: { title: "Fines" },
  loaderDeps: ({ search: { profileId } }) => ({ profileId }),
  loader: ({ deps }) => utils.resident.fines.mine.ensureData(mine(deps)),
  component: MyFines,
});

const columns: readonly Column<Fine>[] = [
  { key: "name", label: "Name", value: ({ name, surname }) => `${name} ${surname}` },
  { key: "room", label: "RoomNo", value: ({ roomNo }) => roomNo },
  { key: "reason", label: "Reason for fine", value: ({ type, reason }) => `${type}: ${reason}` },
  {
    key: "amount",
    label: "Amount Due",
    whole: true,
    right: true,
    value: ({ amountCents }) => amountCents,
    words: ({ amountCents }) => amountWords(amountCents),
    show: ({ amountCents }) => formatRand(amountCents),
  },
  {
    key: "issued",
    label: "Date Issued",
    whole: true,
    value: ({ issuedAt }) => issuedAt,
    words: ({ issuedAt }) => momentWords(issuedAt),
    show: ({ issuedAt }) => <Moment at={issuedAt} />,
  },
  {
    key: "status",
    label: "Status",
    value: ({ status }) => status,
    show: ({ status }) => <StatusBadge status={status} />,
  },
];

const due = (fines: readonly Fine[]) =>
  fines.reduce((sum, { status, amountCents }) => sum + (status === "Paid" ? 0 : amountCents), 0);

function MyFines() {
  const search = Route.useSearch();
  const [{ rows }] = api.resident.fines.mine.useSuspenseQuery(mine(search));
  return (
    <>
      <TextLink to="/resident/reports" className="print:hidden">
        All reports
      </TextLink>
      <PageHeader title="Fines">
        <ExportPdf
          title="Statement of fines"
          fileName="fines.pdf"
          profileId={search.profileId}
          columns={[
            { label: "RoomNo", width: 20 },
            { label: "Reason for fine" },
            { label: "Date Issued", width: 26 },
            { label: "Status", width: 24 },
            { label: "Amount Due", width: 30, right: true },
          ]}
          rows={rows.map(({ roomNo, type, reason, issuedAt, status, amountCents }) => [
            roomNo,
            `${type}: ${reason}`,
            paperDay(issuedAt),
            status,
            formatRand(amountCents),
          ])}
          dates={rows.map(({ issuedAt }) => issuedAt)}
          totals={[["Not paid yet", formatRand(due(rows))]]}
        />
      </PageHeader>
      <Table
        caption="My fines"
        rows={rows}
        columns={columns}
        empty="No Fines To Display"
        link={({ id }) => ({
          to: "/resident/reports/fines/payment-upload",
          search: { fineId: id, ...named(search) },
        })}
      />
    </>
  );
}
