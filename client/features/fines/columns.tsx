import { formatRand } from "../../../server/platform/money/format.ts";
import type { Answers } from "../../trpc.ts";
import { Moment, momentWords } from "../../ui/Moment.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import type { Column } from "../../ui/Table.tsx";

export type Fine = Answers["admin"]["fines"]["all"]["rows"][number];

/** What a filter finds an amount by: "R1 250.00" and "1250". */
export const amountWords = (cents: number) => `${formatRand(cents)} ${cents / 100}`;

/** Every column a list of fines may have; each list takes its own, by name. */
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
    words: ({ issuedAt }) => momentWords(issuedAt),
    show: ({ issuedAt }) => <Moment at={issuedAt} />,
  },
  amount: {
    key: "amount",
    label: "Amount",
    whole: true,
    right: true,
    value: ({ amountCents }) => amountCents,
    words: ({ amountCents }) => amountWords(amountCents),
    show: ({ amountCents }) => formatRand(amountCents),
  },
} satisfies Record<string, Column<Fine>>;

/** The columns of every list of fines an admin sees. */
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
