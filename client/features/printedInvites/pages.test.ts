import { expect, test } from "vitest";
import { pagesOf } from "./pages.ts";

test.each([
  [0, []],
  [1, [1]],
  [3, [3]],
  [4, [2, 2]],
  [5, [3, 2]],
  [7, [3, 2, 2]],
  [9, [3, 3, 3]],
  [10, [3, 2, 3, 2]],
])("%i people of a unit stand on pages of %j", (count, sizes) => {
  const people = Array.from({ length: count }, (_, each) => each);
  const pages = pagesOf(people);
  expect(pages.map(({ length }) => length)).toEqual(sizes);
  expect(pages.flat()).toEqual(people);
});
