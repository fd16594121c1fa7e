import { formatRand } from "../../../server/platform/money/format.ts";
import { counted } from "../../ui/plural.ts";
import type { UnitState } from "./floors.ts";

/** The looks of a unit's window: the first of these that is true. */
export const lookNames = ["owes", "open", "clear", "empty"] as const;
export type Look = (typeof lookNames)[number];

export function lookOf({ owedCents, openRequests, isLivedIn }: UnitState): Look {
  if (owedCents > 0) return "owes";
  if (openRequests > 0) return "open";
  return isLivedIn ? "clear" : "empty";
}

/** The meaning of each look, for the legend. */
export const lookWords: Readonly<Record<Look, string>> = {
  owes: "Somebody there owes money",
  open: "A request is open",
  empty: "Empty: nobody is entered as living there",
  clear: "Clear: nothing owed or open",
};

/** A unit with all that is owed and open, such as "Unit 12, owes R450.00, 1 open request". */
export function unitInWords(unit: UnitState): string {
  const { label, owedCents, openRequests, isLivedIn } = unit;
  const facts = [
    label,
    owedCents > 0 && `owes ${formatRand(owedCents)}`,
    openRequests > 0 && counted(openRequests, "open request"),
    !isLivedIn && "nobody lives there",
    lookOf(unit) === "clear" && "nothing owed or open",
  ];
  return facts.filter(Boolean).join(", ");
}
