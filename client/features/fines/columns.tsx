import { FilePenLine, Plus, ReceiptText } from "lucide-react";
import type { FineState, FineStatus } from "../../../server/features/fines/schema.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, client, utils } from "../../trpc.ts";
import type { Chip, Column, SeveralAction } from "../../ui/column.ts";
import { Day, Moment } from "../../ui/DateTime.tsx";
import {
  csvMoment,
  dayOf,
  daysBetween,
  findDay,
  findMoment,
  paperDay,
  today,
} from "../../ui/days.ts";
import { counted } from "../../ui/plural.ts";
import type { RowMenuProps } from "../../ui/rowActions.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

export type Fine = Answers["admin"]["fines"]["all"]["rows"][number];

/** A fine's status in words, with the reason if it was withdrawn. */
const sayStatus = ({ status, withdrawnReason }: Pick<Fine, "status" | "withdrawnReason">) =>
  withdrawnReason ? `${status}: ${withdrawnReason}` : status;

/** The date in the building's time zone on which a fine was issued. */
export const dayIssued = ({ issuedAt }: Fine) => dayOf(new Date(issuedAt));

/** For how many days a fine has been overdue; 0 if it is not, or nobody owes it. */
const daysLate = ({ status, dueDate }: Fine) =>
  status === "Unpaid" ? Math.max(0, daysBetween(dueDate, today())) : 0;

const sayLate = (fine: Fine) => {
  const days = daysLate(fine);
  return days > 0 ? `${counted(days, "day")} late` : "";
};

const inStatus = (status: FineState, rare = false): Chip<Fine> => ({
  group: "status",
  value: status.replace(/\.+$/, ""),
  label: status,
  has: (fine) => fine.status === status,
  rare,
});

/** Fines that are due within so many days are due soon. */
const soonDays = 7;
const isDueSoon = ({ status, dueDate }: Fine) => {
  const left = daysBetween(today(), dueDate);
  return status === "Unpaid" && left >= 0 && left <= soonDays;
};

/** The chips above a list of fines. */
export const fineChips: readonly Chip<Fine>[] = [
  inStatus("Unpaid"),
  inStatus("Pending..."),
  inStatus("Paid"),
  inStatus("Withdrawn", true),
  { group: "due", value: "late", label: "Overdue", has: (fine) => daysLate(fine) > 0, rare: true },
  { group: "due", value: "soon", label: "Due within 7 days", has: isDueSoon, rare: true },
];

const sumOf = (fines: readonly Fine[]) =>
  fines.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** What fines add up to: those that stand, what is paid or being checked, and what is still owed. */
export function fineTotals(all: readonly Fine[]): [label: string, amount: string][] {
  const fines = all.filter(({ status }) => status !== "Withdrawn");
  const of = (wanted: FineState) => sumOf(fines.filter(({ status }) => status === wanted));
  const amounts: [string, number][] = [
    ["Total", sumOf(fines)],
    ["Paid", of("Paid")],
    ["Pending...", of("Pending...")],
    ["Still unpaid", of("Unpaid")],
  ];
  return amounts
    .filter(([what, cents]) => cents > 0 || what === "Still unpaid")
    .map(([what, cents]) => [what, formatRand(cents)]);
}

/** A fine's status, since when it is late, and why it was withdrawn. */
const StatusCell = ({ status, withdrawnReason, late }: Fine & { late: string }) => (
  <>
    <StatusBadge status={status} />
    {late && <span className="ml-2 text-sm whitespace-nowrap text-danger">{late}</span>}
    {withdrawnReason && <span className="block text-sm text-soft">{withdrawnReason}</span>}
  </>
);

/** Every column that a list of fines may have; each list picks its own, by name. */
export const fineColumn = {
  status: {
    key: "status",
    label: "Status",
    value: ({ status }) => status,
    csvValue: sayStatus,
    find: (fine) => `${sayLate(fine)} ${fine.withdrawnReason ?? ""}`,
    show: (fine) => <StatusCell {...fine} late={sayLate(fine)} />,
  },
  issued: {
    key: "issued",
    label: "Date Issued",
    whole: true,
    value: ({ issuedAt }) => issuedAt,
    text: (fine) => paperDay(dayIssued(fine)),
    find: ({ issuedAt }) => findMoment(new Date(issuedAt)),
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

/** What the "…" of a fine offers an admin. */
export const fineMenu = (fine: Fine): RowMenuProps => ({
  of: `${fine.type} of ${fine.name} ${fine.surname}, ${formatRand(fine.amountCents)}`,
  actions: () => [
    {
      label: "Update Fine",
      icon: FilePenLine,
      link: { to: "/admin/fines/$fineId/update", params: { fineId: fine.id } },
    },
    {
      label: `All fines of ${fine.name}`,
      icon: ReceiptText,
      link: { to: "/admin/residents/$residentId/fines", params: { residentId: fine.residentId } },
    },
    {
      label: `New Fine for ${fine.name}`,
      icon: Plus,
      link: {
        to: "/admin/residents/$residentId/fines/new_fine",
        params: { residentId: fine.residentId },
      },
    },
  ],
});

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
  {
    key: "due",
    label: "Due Date",
    extra: true,
    whole: true,
    value: ({ dueDate }) => dueDate,
    text: ({ dueDate }) => paperDay(dueDate),
    find: ({ dueDate }) => findDay(dueDate),
    csvValue: ({ dueDate }) => dueDate,
    show: ({ dueDate }) => <Day on={dueDate} />,
  },
  { key: "reason", label: "Reason", extra: true, value: ({ reason }) => reason },
  {
    key: "reference",
    label: "Reference",
    extra: true,
    whole: true,
    value: ({ reference }) => reference,
  },
];

const inWords = ({ name, surname, type, amountCents }: Fine) =>
  `${name} ${surname}, ${type}, ${formatRand(amountCents)}`;

/** Sets the status of several fines, one after the other. */
const setAll = (status: FineStatus): SeveralAction<Fine> => {
  const word = status.replace(/\.+$/, "");
  return {
    label: `Set to ${word}`,
    question: (fines) => `Set ${counted(fines.length, "fine")} to ${word}?`,
    applies: (fine) => fine.status !== status && fine.status !== "Withdrawn",
    send: ({ id, status: from }) =>
      client.admin.fines.setStatus.mutate({
        fineId: id,
        status,
        ...(from !== "Withdrawn" && { from }),
      }),
    after: () => Promise.all([utils.admin.invalidate(), utils.resident.fines.invalidate()]),
    name: inWords,
  };
};

/** What admins do with several fines at once. */
export const fineActions: readonly SeveralAction<Fine>[] = [
  setAll("Paid"),
  setAll("Pending..."),
  setAll("Unpaid"),
];
