import { expect, test } from "vitest";
import { floorInWords } from "../../../server/features/units/schema.ts";
import { floorOfDoor, floorsOf } from "./floors.ts";

test.each([
  ["101", 1],
  ["Flat 204", 2],
  ["Unit 1203", 12],
  ["Unit 304B", 3],
  ["B-207", 2],
  ["Unit 12", null],
  ["Unit 100", null],
  ["Unit 150", null],
  ["Unit 10204", null],
  ["Unit 012", null],
  ["Shop 2", null],
  ["101 Main", null],
])("the door %s says floor %s", (label, floor) => {
  expect(floorOfDoor(label)).toBe(floor);
});

const unit = (label: string, floor: number | null = null) => {
  return { id: label, label, floor, isLivedIn: true, owedCents: 0, openRequests: 0 };
};

test("a building has its highest floor on top, and units without a floor below everything", () => {
  const { floors, fromDoors } = floorsOf([
    unit("Garage", -1),
    unit("Shop 1", 0),
    unit("Unit 5"),
    unit("204"),
    unit("Shop 2", 0),
    unit("205", 3),
  ]);
  expect(floors.map(({ floor, units }) => [floor, units.map(({ label }) => label)])).toEqual([
    [3, ["205"]],
    [2, ["204"]],
    [0, ["Shop 1", "Shop 2"]],
    [-1, ["Garage"]],
    [null, ["Unit 5"]],
  ]);
  expect(fromDoors).toBe(1);
});

test("floors are called what people call them", () => {
  expect([2, 0, -1].map(floorInWords)).toEqual(["Floor 2", "Ground floor", "Basement 1"]);
});
