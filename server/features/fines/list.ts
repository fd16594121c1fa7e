import type { BuildingDays } from "../../platform/clock/dayTexts.ts";
import { daysBetween, paperDay } from "../../platform/clock/dayTexts.ts";
import type { ListRules } from "../../platform/lists/listRules.ts";
import { formatRand } from "../../platform/money/format.ts";
import type { people } from "../people/table.ts";
import type { FineState } from "./schema.ts";
import type { fines } from "./table.ts";

/** A fine as a list of fines shows it. */
export type ListedFine = Omit<typeof fines.$inferSelect, "issuedBy" | "withdrawnAt" | "paidAt"> &
  Pick<typeof people.$inferSelect, "name" | "surname">;

/** A company has no surname. */
export const nameOfFined = ({ name, surname }: Pick<ListedFine, "name" | "surname">): string =>
  `${name} ${surname}`.trim();

type Due = Pick<ListedFine, "status" | "dueDate">;

/** Fines that are due within so many days are due soon. */
const soonDays = 7;

/** For how many days a fine has been overdue; 0 if it is not, or nobody owes it. */
const daysLate = ({ status, dueDate }: Due, today: string) =>
  status === "Unpaid" ? Math.max(0, daysBetween(dueDate, today)) : 0;

/** "12 days late"; empty for a fine that is not. */
export function sayLate(fine: Due, today: string): string {
  const days = daysLate(fine, today);
  return days > 0 ? `${days} ${days === 1 ? "day" : "days"} late` : "";
}

const isLate = ({ status, dueDate }: Due, today: string) => status === "Unpaid" && dueDate < today;

const isDueSoon = ({ status, dueDate }: Due, today: string) =>
  status === "Unpaid" && dueDate >= today && daysBetween(today, dueDate) <= soonDays;

const inStatus = (status: FineState) => ({
  group: "status" as const,
  // The dots of a status are not in an address.
  value: status.replace(/(?<!\.)\.+$/, ""),
  of: ["status" as const],
  has: (fine: ListedFine) => fine.status === status,
});

const inDue = (value: string, has: (fine: ListedFine) => boolean) => {
  const of = ["status", "dueDate", "remindedAt"] as const;
  return { group: "due" as const, value, of, has };
};

/** The rules by which lists of fines are sorted, filtered, counted and added up. */
export const fineRules = ({ today, dayOf, findDay, findMoment, sameMoment }: BuildingDays) =>
  ({
    fields: [
      {
        key: "userId",
        of: ["name", "surname", "roomNo"],
        value: (fine) => `${nameOfFined(fine)}${fine.roomNo && `, ${fine.roomNo}`}`,
      },
      {
        key: "status",
        of: ["status", "dueDate", "withdrawnReason"],
        same: ({ status, dueDate, withdrawnReason }) =>
          status === "Unpaid" ? dueDate : `${status} ${withdrawnReason ?? ""}`,
        value: ({ status }) => status,
        find: (fine) => `${sayLate(fine, today())} ${fine.withdrawnReason ?? ""}`,
      },
      { key: "type", of: ["type"], value: ({ type }) => type },
      {
        key: "issued",
        of: ["issuedAt"],
        same: ({ issuedAt }) => sameMoment(new Date(issuedAt)),
        value: ({ issuedAt }) => issuedAt,
        text: ({ issuedAt }) => paperDay(dayOf(new Date(issuedAt))),
        find: ({ issuedAt }) => findMoment(new Date(issuedAt)),
      },
      {
        key: "amount",
        of: ["amountCents"],
        value: ({ amountCents }) => amountCents,
        text: ({ amountCents }) => formatRand(amountCents),
      },
      {
        key: "due",
        of: ["dueDate"],
        value: ({ dueDate }) => dueDate,
        text: ({ dueDate }) => paperDay(dueDate),
        find: ({ dueDate }) => findDay(dueDate),
      },
      { key: "reason", of: ["reason"], value: ({ reason }) => reason },
      { key: "reference", of: ["reference"], value: ({ reference }) => reference },
    ],
    chips: [
      inStatus("Unpaid"),
      inStatus("Pending..."),
      inStatus("Paid"),
      inStatus("Withdrawn"),
      inDue("late", (fine) => isLate(fine, today())),
      inDue("unreminded", (fine) => isLate(fine, today()) && fine.remindedAt === null),
      inDue("reminded", (fine) => isLate(fine, today()) && fine.remindedAt !== null),
      inDue("soon", (fine) => isDueSoon(fine, today())),
    ],
    sum: {
      of: ["status", "amountCents"],
      key: ({ status }) => status,
      amount: ({ amountCents }) => amountCents,
    },
  }) satisfies ListRules<ListedFine>;
