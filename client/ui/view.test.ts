import { expect, test } from "vitest";
import { fitOf, moved, rotated, wholePicture, zoomed } from "./view.ts";

const photo = { width: 1600, height: 800 };
const room = { width: 400, height: 400 };

test.each([
  ["a wide picture by its width", photo, wholePicture, 0.25],
  ["rotated, by what is its height now", photo, rotated(wholePicture), 0.25],
  ["a tall one by its height", { width: 100, height: 1600 }, wholePicture, 0.25],
  ["a small one as it is", { width: 100, height: 50 }, wholePicture, 1],
])("fits %s", (_, size, view, scale) => {
  expect(fitOf(view, size, room)).toBe(scale);
});

test("four turns are none", () => {
  const four = [1, 2, 3, 4].reduce((view) => rotated(view), wholePicture);
  expect(four).toEqual(wholePicture);
});

test("zooming keeps the point under the pointer, and ends at the whole picture and at eight times", () => {
  const at = { x: 100, y: 0 };
  const twice = zoomed(wholePicture, 2, photo, room, at);
  expect(twice).toEqual({ zoom: 2, rotation: 0, x: -100, y: 0 });
  expect(zoomed(twice, 0.1, photo, room)).toEqual(wholePicture);
  expect(zoomed(twice, 100, photo, room).zoom).toBe(8);
});

test("a picture is never moved out of sight, and not at all while all of it shows", () => {
  expect(moved(wholePicture, { x: 50, y: 50 }, photo, room)).toEqual(wholePicture);
  const near = zoomed(wholePicture, 4, photo, room);
  expect(moved(near, { x: -9000, y: 9000 }, photo, room)).toMatchObject({ x: -600, y: 200 });
});
