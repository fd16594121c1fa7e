import { expect, test } from "vitest";
import { type PageOf, pageOf } from "./pagination.ts";

const rows = Array.from({ length: 30_000 }, (_, at) => ({ id: `${at + 1}`.padStart(6, "0") }));
const read = (after: string, limit: number) =>
  rows.slice(rows.findIndex(({ id }) => id > after)).slice(0, limit);

test("a whole list is whole up to 20 000 rows, and beyond says where it goes on", () => {
  const first = pageOf({ limit: "all" }, "", read);
  expect(first.rows).toHaveLength(20_000);
  expect(first.nextCursor).toBe("020000");
  const rest = pageOf({ limit: "all", cursor: first.nextCursor ?? "" }, "", read);
  expect(rest).toMatchObject({ nextCursor: null, rows: { length: 10_000 } });
});

test("pages follow one another without a gap", () => {
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: PageOf<(typeof rows)[number]> = pageOf({ limit: 200, cursor }, "", read);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(rows.map(({ id }) => id));
});
