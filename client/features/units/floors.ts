import type { Answers } from "../../trpc.ts";

export type UnitState = Answers["admin"]["unitStates"]["all"][number];

/** The units on one floor; null for those whose floor nobody knows. */
export interface Floor {
  floor: number | null;
  units: UnitState[];
}

/**
 * The floor that a door number says: 204 is the fourth door on floor 2. Only numbers of three or four
 * digits that end in 01 to 49 say one; Unit 12 and Unit 100 do not.
 */
export function floorOfDoor(label: string): number | null {
  const [, floor, door] = /(?:^|[^\d])([1-9]\d?)(\d\d)[a-z]?$/i.exec(label.trim()) ?? [];
  const number = Number(door);
  return floor !== undefined && number >= 1 && number <= 49 ? Number(floor) : null;
}

/**
 * The units by floor, the highest first and those without one last, and how many have theirs from
 * their door numbers. Units keep their order.
 */
export function floorsOf(units: readonly UnitState[]): { floors: Floor[]; fromDoors: number } {
  const floors = new Map<number | null, UnitState[]>();
  let fromDoors = 0;
  for (const unit of units) {
    const floor = unit.floor ?? floorOfDoor(unit.label);
    if (unit.floor === null && floor !== null) fromDoors += 1;
    floors.set(floor, [...(floors.get(floor) ?? []), unit]);
  }
  const height = ({ floor }: Floor) => floor ?? Number.NEGATIVE_INFINITY;
  const sorted = [...floors]
    .map(([floor, onIt]) => ({ floor, units: onIt }))
    .sort((one, other) => height(other) - height(one));
  return { floors: sorted, fromDoors };
}
