import { expect, test } from "vitest";
import { openHouse } from "../../testing.ts";
import { shortLived } from "./shortLived.ts";

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000).toISOString();

test("a value is taken once with its token, within its time, and only of its own database", () => {
  const [{ db }, { db: other }] = [openHouse(), openHouse()];
  const words = shortLived<string>(60);
  const token = words.put(db, "one", at(0));
  expect(words.peek(db, token, at(59))).toBe("one");
  expect([...words.kept(db).keys()]).not.toContain(token);
  expect(words.take(other, token, at(59))).toBeUndefined();
  expect(words.take(db, "x".repeat(43), at(59))).toBeUndefined();
  expect(words.take(db, token, at(59))).toBe("one");
  expect(words.take(db, token, at(59))).toBeUndefined();
  const late = words.put(db, "two", at(0));
  expect([words.peek(db, late, at(60)), words.take(db, late, at(60))]).toEqual([
    undefined,
    undefined,
  ]);
});

test("what is over is removed with the next one, and of more than 10 000 the oldest", () => {
  const { db } = openHouse();
  const numbers = shortLived<number>(60);
  for (let each = 0; each < 3; each += 1) numbers.put(db, each, at(0));
  const first = numbers.put(db, 3, at(60));
  expect(numbers.kept(db).size).toBe(1);
  const second = numbers.put(db, 4, at(60));
  for (let each = 0; each < 9_999; each += 1) numbers.put(db, each, at(60));
  expect(numbers.kept(db).size).toBe(10_000);
  expect([first, second].map((token) => numbers.peek(db, token, at(60)))).toEqual([undefined, 4]);
});
