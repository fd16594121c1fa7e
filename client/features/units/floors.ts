import { formatRand } from "../../../server/platform/money/format.ts";
import type { Answers } from "../../trpc.ts";
import { counted } from "../../ui/plural.ts";

export type UnitState = Answers["admin"]["unitStates"]["all"][number];

export interface Floor<Unit = UnitState> {
  floor: number | null;
  units: Unit[];
}

/** 204 is the fourth door on floor 2; Unit 12 and Unit 100 say no floor. */
export function floorOfDoor(label: string): number | null {
  const [, floor, door] = /(?:^|[^\d])([1-9]\d?)(\d\d)[a-z]?$/i.exec(label.trim()) ?? [];
  const number = Number(door);
  return floor !== undefined && number >= 1 && number <= 49 ? Number(floor) : null;
}

/** The highest first, and those without a floor last; `fromDoors` have it from their number. */
export function floorsOf<Unit extends Pick<UnitState, "label" | "floor">>(
  units: readonly Unit[],
): {
  floors: Floor<Unit>[];
  fromDoors: number;
} {
  const floors = new Map<number | null, Unit[]>();
  let fromDoors = 0;
  for (const unit of units) {
    const floor = unit.floor ?? floorOfDoor(unit.label);
    if (unit.floor === null && floor !== null) fromDoors += 1;
    floors.set(floor, [...(floors.get(floor) ?? []), unit]);
  }
  const height = ({ floor }: Floor<Unit>) => floor ?? Number.NEGATIVE_INFINITY;
  const sorted = [...floors]
    .map(([floor, onIt]) => ({ floor, units: onIt }))
    .sort((one, other) => height(other) - height(one));
  return { floors: sorted, fromDoors };
}

export const lookNames = ["owes", "open", "clear", "empty"] as const;
export type Look = (typeof lookNames)[number];

export function lookOf({ owedCents, openRequests, isLivedIn }: UnitState): Look {
  if (owedCents > 0) return "owes";
  if (openRequests > 0) return "open";
  return isLivedIn ? "clear" : "empty";
}

export const lookWords: Readonly<Record<Look, string>> = {
  owes: "Somebody of this unit owes money",
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
