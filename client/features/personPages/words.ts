import { formatRand } from "../../../server/platform/money/format.ts";
import type { Answers } from "../../trpc.ts";
import { dayOf, paperDay } from "../../ui/days.ts";
import { counted } from "../../ui/plural.ts";
import { changesOf } from "../audit/words.ts";

export type PersonPage = Answers["admin"]["personPages"]["one"];
/** A resident's own page has the same facts. */
type OwnPage = Answers["resident"]["personPages"]["mine"];
export type Held = PersonPage["units"][number];
export type Term = PersonPage["terms"][number];
export type Said = PersonPage["said"] | OwnPage["said"];

/** A person's kind: "Resident", "Staff, Electricity", "Company or trust, no sign-in". */
export function sayKind({ role, maintenanceType, signsIn, juristic }: PersonPage): string {
  const kind = juristic ? "Company or trust" : role;
  const parts = [kind, role === "Staff" && maintenanceType, signsIn ? "" : "no sign-in"];
  const words = parts.filter(Boolean).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const sayTerm = ({ chairs }: Term): string => (chairs ? "Chairperson" : "Trustee");

const sayLetter = ({ owedCents, references }: Said["letters"][number]): string =>
  [
    "Reminder letter made",
    owedCents !== null && `${formatRand(owedCents)} owed`,
    references.length > 0 && references.join(", "),
  ]
    .filter(Boolean)
    .join(": ");

const mailStates = { waiting: "on its way", sent: "sent", failed: "could not be sent" } as const;

const sayMail = ({ subject, status }: Said["mails"][number]): string =>
  `Mail “${subject}”, ${mailStates[status]}`;

export const saidInOrder = ({ letters, mails }: Said) =>
  [
    ...letters.map((letter) => ({ id: letter.id, at: letter.at, words: sayLetter(letter) })),
    ...mails.map((mail) => ({ id: mail.id, at: mail.at, words: sayMail(mail) })),
  ].sort((one, other) => (one.at < other.at ? 1 : -1));

/** "You changed your own details: Cell phone: 082 123 4567 to 083 000 1111", without an admin's name. */
export function sayOwnEntry(entry: OwnPage["history"][number]): string {
  const what = changesOf(entry, "to");
  return `${entry.isOwn ? "You" : "An admin"} ${entry.did}${what && `: ${what}`}`;
}

export const sayOwed = ({ owed }: PersonPage["fines"]): string => {
  const { unpaid, pending } = owed;
  const cents = unpaid.cents + pending.cents;
  return cents > 0
    ? `${formatRand(cents)} of ${counted(unpaid.count + pending.count, "fine")} is not paid`
    : "";
};

export const dayOfMoment = (at: string) => paperDay(dayOf(new Date(at)));

/** How far a visit has come. */
export function sayStage({
  startDate,
  arrivedAt,
  signedOutAt,
}: Pick<PersonPage["visits"]["rows"][number], "startDate" | "arrivedAt" | "signedOutAt">): string {
  if (signedOutAt) return arrivedAt ? "left" : "did not come";
  return arrivedAt ? "in the building now" : `for ${paperDay(startDate)}`;
}
