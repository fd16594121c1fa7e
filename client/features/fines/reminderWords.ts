import { formatRand } from "../../../server/platform/money/format.ts";
import type { Answers } from "../../trpc.ts";
import { sayLongDay } from "../../ui/days.ts";
import { counted } from "../../ui/plural.ts";

type Made = Answers["admin"]["reminders"]["letters"];
type Letter = Made["letters"][number];

/** A fine in the table, without its amount. */
export const tableRow = ({ reference, type, reason, dueDate, days }: Letter["late"][number]) => [
  reference,
  `${type}: ${reason}`,
  sayLongDay(dueDate),
  counted(days, "day"),
];

const listed = (fines: readonly { reference: string; amountCents: number }[]) =>
  fines.map(({ reference, amountCents }) => `${reference} (${formatRand(amountCents)})`).join(", ");

/**
 * A reminder in the words of a neighbour: what is owed, how to pay it, and whom to talk to. It
 * threatens nothing, and names no law.
 */
export function formatLetter(
  { building, bankDetails }: Pick<Made, "building" | "bankDetails">,
  { name, late, later, pending }: Letter,
  contact: string,
) {
  const one = late.length === 1;
  return {
    before: [
      `Dear ${name}`,
      one
        ? "This is a friendly reminder from your neighbours. One fine is still open on our list:"
        : "This is a friendly reminder from your neighbours. These fines are still open on our list:",
    ],
    after: [
      ...(pending.length > 0
        ? [
            `Thank you for the proof of payment for ${listed(pending)}. We are still looking at it, and it is not counted above. You need not do anything more about it.`,
          ]
        : []),
      ...(later.length > 0
        ? [
            `Not due yet, and not counted above: ${later
              .map((fine) => `${listed([fine])}, due ${sayLongDay(fine.dueDate)}`)
              .join("; ")}.`,
          ]
        : []),
      bankDetails
        ? `You can pay into this account:\n${bankDetails.bank}, ${bankDetails.accountHolder}\nAccount number ${bankDetails.accountNumber}, branch code ${bankDetails.branchCode}`
        : "Please ask us where to pay.",
      `Please write the reference ${one ? late[0]?.reference : "of each fine"} on the payment, so that we can find it. If you use Stoep, send us the proof of payment there: open Reports, Fines, and choose the fine.`,
      "If you have paid in the last few days, thank you, and you can put this letter away.",
      `If something here is not right, or paying is difficult just now, please talk to ${contact || "one of the trustees"}. We would rather find a way together.`,
      `Kind regards\nThe trustees of ${building}`,
    ],
  };
}
