import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formatRand } from "../../server/platform/money/format.ts";
import type { TableSearch } from "./tableSearch.ts";
import { onlyWords, useRows } from "./useRows.ts";

const people = [
  { name: "Siobhán", owes: 125_000 },
  { name: "thabo", owes: 4_500 },
  { name: "Anna", owes: 100_000 },
];
type Person = (typeof people)[number];
const columns = [
  { key: "name", label: "Name", value: ({ name }: Person) => name },
  {
    key: "owes",
    label: "Owes",
    value: ({ owes }: Person) => owes,
    text: ({ owes }: Person) => formatRand(owes),
  },
  { key: "action", label: "Action" },
];

/** The rows of a list with this state in the URL, rendered once. */
function rowsOf(search: TableSearch, pageSize: number) {
  let drawn: ReturnType<typeof useRows<Person>> | undefined;
  const List = () => {
    drawn = useRows(people, columns, search, pageSize);
    return null;
  };
  renderToStaticMarkup(<List />);
  const { found = [], shown = [], page, pages } = drawn ?? {};
  const names = (rows: readonly Person[]) => rows.map(({ name }) => name);
  return { found: names(found), shown: names(shown), page, pages };
}

test.each([
  [{}, ["Siobhán", "thabo", "Anna"]],
  [{ filter: " " }, ["Siobhán", "thabo", "Anna"]],
  [{ filter: "siobhan" }, ["Siobhán"]],
  [{ filter: "SIOBHÁN r1250.00" }, ["Siobhán"]],
  [{ filter: "r1 250" }, ["Siobhán"]],
  [{ filter: "125000" }, []],
  [{ filter: "an" }, ["Anna"]],
  [{ filter: "r s" }, ["Siobhán"]],
  [{ filter: "r", sort: "-name" }, ["thabo", "Siobhán", "Anna"]],
  [{ sort: "name" }, ["Anna", "Siobhán", "thabo"]],
  [{ sort: "-owes" }, ["Siobhán", "Anna", "thabo"]],
  [{ sort: "no such column" }, ["Siobhán", "thabo", "Anna"]],
  [{ sort: "action" }, ["Siobhán", "thabo", "Anna"]],
])("%j finds %j", (search, found) => {
  expect(rowsOf(search, 50)).toEqual({ found, shown: found, page: 1, pages: 1 });
});

test.each([
  [{ sort: "name" }, 2, ["Anna", "Siobhán"], 1, 2],
  [{ sort: "name", page: 2 }, 2, ["thabo"], 2, 2],
  [{ sort: "name", page: 9 }, 2, ["thabo"], 2, 2],
  [{ page: 2, filter: "siobhan" }, 2, ["Siobhán"], 1, 1],
  [{ page: 2, filter: "nobody" }, 2, [], 1, 1],
  [{ page: 2 }, Number.POSITIVE_INFINITY, ["Siobhán", "thabo", "Anna"], 1, 1],
])("of %j with %d on a page one sees %j", (search, pageSize, shown, page, pages) => {
  expect(rowsOf(search, pageSize)).toMatchObject({ shown, page, pages });
});

const chips = [
  { group: "status", value: "much", label: "Much", has: ({ owes }: Person) => owes > 50_000 },
  { group: "status", value: "little", label: "Little", has: ({ owes }: Person) => owes < 50_000 },
  { group: "due", value: "a", label: "With an A", has: ({ name }: Person) => /^a/i.test(name) },
] as const;

test.each([
  [{}, undefined, ""],
  [{ status: "much" }, undefined, "Only Much"],
  [{ filter: " an " }, undefined, "Only what matches “an”"],
  [
    { status: "much", due: "a", filter: "an" },
    undefined,
    "Only Much, With an A, what matches “an”",
  ],
  [{ unit: "3f" }, "Unit 1", "Only Unit 1"],
  [{ unit: "3f", status: "much" }, "Unit 1", "Only Unit 1, Much"],
])("%j about %s is “%s” on paper", (search, about, words) => {
  expect(onlyWords({ search, chips, about })).toBe(words);
});
