import { CircleUserRound, FilePenLine, Plus, ReceiptText } from "lucide-react";
import { fineRules, nameOfFined, sayLate } from "../../../server/features/fines/list.ts";
import type { FineState, FineStatus } from "../../../server/features/fines/schema.ts";
import { columnRule, type Sums, sumsOf } from "../../../server/platform/lists/listRules.ts";
import { formatRand } from "../../../server/platform/money/format.ts";
import { type Answers, client } from "../../trpc.ts";
import { type Chip, type Column, chipsOf, type SeveralAction } from "../../ui/column.ts";
import { Day, Moment } from "../../ui/DateTime.tsx";
import { buildingDays, csvMoment, dayOf, today } from "../../ui/days.ts";
import { counted } from "../../ui/plural.ts";
import type { RowMenuProps } from "../../ui/rowActions.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { Undoable } from "../../ui/Undoable.tsx";
import { fineChange, statusWords } from "./changedFine.ts";

export type Fine = Answers["admin"]["fines"]["all"]["rows"][number];

type WithReason = Pick<Fine, "status" | "withdrawnReason" | "turnedDownReason">;

const reasonOf = ({ withdrawnReason, turnedDownReason }: WithReason) =>
  withdrawnReason ?? turnedDownReason;

const sayStatus = (fine: WithReason) =>
  reasonOf(fine) ? `${fine.status}: ${reasonOf(fine)}` : fine.status;

export const dayIssued = ({ issuedAt }: Fine) => dayOf(new Date(issuedAt));

const rules = fineRules(buildingDays);
const ruleOf = (key: (typeof rules.fields)[number]["key"]) => columnRule<Fine>(rules.fields, key);

export const fineChips: readonly Chip<Fine>[] = chipsOf<Fine>(rules.chips, {
  Pending: { label: "Pending..." },
  Withdrawn: { label: "Withdrawn", rare: true },
  late: { label: "Overdue", rare: true },
  unreminded: { label: "Not reminded yet", rare: true },
  reminded: { label: "Reminded", rare: true },
  soon: { label: "Due within 7 days", rare: true },
});

const ofLetters = ["unreminded", "reminded"];
/** The chips above a resident's own: letters are the admin's work. */
export const ownFineChips = fineChips.filter(({ value }) => !ofLetters.includes(value));

/** The sums of fines: of those that stand, that are paid or being checked, and that are still owed. */
export function fineSums(sums: Sums): [label: string, amount: string][] {
  const of = (status: FineState) => sums[status] ?? 0;
  const [paid, pending, unpaid] = [of("Paid"), of("Pending..."), of("Unpaid")];
  const amounts: [string, number][] = [
    ["Total", paid + pending + unpaid],
    ["Paid", paid],
    ["Pending...", pending],
    ["Still unpaid", unpaid],
  ];
  return amounts
    .filter(([what, cents]) => cents > 0 || what === "Still unpaid")
    .map(([what, cents]) => [what, formatRand(cents)]);
}

export const fineTotals = (fines: readonly Fine[]) => fineSums(sumsOf(rules.sum, fines));

const StatusCell = ({ fine, late }: { fine: Fine; late: string }) => (
  <>
    <StatusBadge status={fine.status} />
    {late && <span className="ml-2 text-sm whitespace-nowrap text-danger">{late}</span>}
    {reasonOf(fine) && (
      <span className="block text-sm text-soft narrow:sr-only">{reasonOf(fine)}</span>
    )}
  </>
);

/** The fined person. On a phone the name is cut first if both are long; a unit's name is mostly short. */
const WhoseFine = ({ roomNo, ...person }: Fine) => (
  <span className="narrow:items-baseline narrow:gap-1 narrow:xs:flex">
    <span className="narrow:xs:truncate">
      {nameOfFined(person)}
      {roomNo && ","}
    </span>{" "}
    <span className="narrow:text-sm narrow:xs:max-w-2/5 narrow:xs:shrink-0 narrow:xs:truncate">
      {roomNo}
    </span>
  </span>
);

/** Every column that a list of fines may have; each list picks its own, by name. */
export const fineColumn = {
  status: {
    ...ruleOf("status"),
    label: "Status",
    csvValue: sayStatus,
    show: (fine) => (
      <Undoable row={fine} which={fine.reference} beside>
        <StatusCell fine={fine} late={sayLate(fine, today())} />
      </Undoable>
    ),
  },
  issued: {
    ...ruleOf("issued"),
    label: "Date Issued",
    whole: true,
    csvValue: ({ issuedAt }) => csvMoment(new Date(issuedAt)),
    show: ({ issuedAt }) => <Moment at={issuedAt} />,
  },
  amount: {
    ...ruleOf("amount"),
    label: "Amount",
    phone: "end",
    whole: true,
    right: true,
    csvValue: ({ amountCents }) => (amountCents / 100).toFixed(2),
  },
} satisfies Record<string, Column<Fine>>;

export const fineMenu = (fine: Fine): RowMenuProps => ({
  of: `${fine.type} of ${nameOfFined(fine)}, ${formatRand(fine.amountCents)}`,
  actions: () => [
    {
      label: "Update Fine",
      icon: FilePenLine,
      link: { to: "/admin/fines/$fineId/update", params: { fineId: fine.id } },
    },
    {
      label: `Page of ${fine.name}`,
      icon: CircleUserRound,
      link: { to: "/admin/people/$personId", params: { personId: fine.residentId } },
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

export const fineColumns: readonly Column<Fine>[] = [
  { ...ruleOf("userId"), label: "UserID", show: (fine) => <WhoseFine {...fine} /> },
  fineColumn.status,
  { ...ruleOf("type"), label: "Fine Type", phone: "rest" },
  fineColumn.issued,
  fineColumn.amount,
  {
    ...ruleOf("due"),
    label: "Due Date",
    phone: "named",
    extra: true,
    whole: true,
    csvValue: ({ dueDate }) => dueDate,
    show: ({ dueDate }) => <Day on={dueDate} />,
  },
  { ...ruleOf("reason"), label: "Reason", extra: true },
  { ...ruleOf("reference"), label: "Reference", extra: true, whole: true },
];

const inWords = (fine: Fine) =>
  `${nameOfFined(fine)}, ${fine.type}, ${formatRand(fine.amountCents)}`;

/** Sets the status of several fines, one after the other. */
const setAll = (status: FineStatus): SeveralAction<Fine> => {
  const word = statusWords[status];
  return {
    ...fineChange(status),
    label: `Set to ${word}`,
    question: (fines) => `Set ${counted(fines.length, "fine")} to ${word}?`,
    // A proof is turned down with a reason, which is said of each by itself.
    applies: (fine) =>
      fine.status !== status &&
      fine.status !== "Withdrawn" &&
      !(status === "Unpaid" && fine.status === "Pending..."),
    send: ({ id, status: from }) =>
      client.admin.fines.setStatus.mutate({
        fineId: id,
        status,
        ...(from !== "Withdrawn" && { from }),
      }),
    name: inWords,
  };
};

export const fineActions: readonly SeveralAction<Fine>[] = [
  setAll("Paid"),
  setAll("Pending..."),
  setAll("Unpaid"),
];
