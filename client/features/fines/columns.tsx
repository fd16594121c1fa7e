import { formatRand } from "../../../server/platform/money/format.ts";
import type { Answers } from "../../trpc.ts";
import type { Column } from "../../ui/column.ts";
import { Moment } from "../../ui/DateTime.tsx";
import { csvMoment, dayOf, paperDay } from "../../ui/days.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

export type Fine = Answers["admin"]["fines"]["all"]["rows"][number];

/** The date in the building's time zone on which a fine was issued. */
export const dayIssued = ({ issuedAt }: Fine) => dayOf(new Date(issuedAt));

/** Every column that a list of fines may have; each list picks its own, by name. */
export const fineColumn = {
  status: {
    key: "status",
    label: "Status",
    value: ({ status }) => status,
    show: ({ status }) => <StatusBadge status={status} />,
  },
  issued: {
    key: "issued",
    label: "Date Issued",
    whole: true,
    value: ({ issuedAt }) => issuedAt,
    text: (fine) => paperDay(dayIssued(fine)),
    csvValue: ({ issuedAt }) => csvMoment(new Date(issuedAt)),
    show: ({ issuedAt }) => <Moment at={issuedAt} />,
  },
  amount: {
    key: "amount",
    label: "Amount",
    whole: true,
    right: true,
    value: ({ amountCents }) => amountCents,
    text: ({ amountCents }) => formatRand(amountCents),
    csvValue: ({ amountCents }) => (amountCents / 100).toFixed(2),
  },
} satisfies Record<string, Column<Fine>>;

/** The columns of every list of fines that admins see. */
export const fineColumns: readonly Column<Fine>[] = [
  {
    key: "userId",
    label: "UserID",
    value: ({ name, surname, roomNo }) => `${name} ${surname}${roomNo && `, ${roomNo}`}`,
  },
  fineColumn.status,
  { key: "type", label: "Fine Type", value: ({ type }) => type },
  fineColumn.issued,
  fineColumn.amount,
];
