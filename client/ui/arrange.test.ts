import { expect, test } from "vitest";
import { formatRand } from "../../server/platform/money/format.ts";
import { arrange } from "./arrange.ts";

const people = [
  { name: "Siobhán", owes: 125_000 },
  { name: "thabo", owes: 4_500 },
  { name: "Anna", owes: 100_000 },
];
type Person = (typeof people)[number];
const columns = [
  { key: "name", value: ({ name }: Person) => name },
  { key: "owes", value: ({ owes }: Person) => owes, text: ({ owes }: Person) => formatRand(owes) },
];
const names = (search: { sort?: string; filter?: string }) =>
  arrange(people, columns, search).map(({ name }) => name);

test.each([
  [{ filter: "siobhan" }, ["Siobhán"]],
  [{ filter: "SIOBHÁN r1250.00" }, ["Siobhán"]],
  [{ filter: "r1 250" }, ["Siobhán"]],
  [{ filter: "125000" }, []],
  [{ filter: "a b" }, ["Siobhán", "thabo"]],
  [{ sort: "name" }, ["Anna", "Siobhán", "thabo"]],
  [{ sort: "-owes" }, ["Siobhán", "Anna", "thabo"]],
  [{ sort: "no such column" }, ["Siobhán", "thabo", "Anna"]],
])("%j finds %j", (search, found) => {
  expect(names(search)).toEqual(found);
});
