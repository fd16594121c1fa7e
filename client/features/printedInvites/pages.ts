/** How many people fit on a page with everything else on it. */
const perPage = 3;

/** Spreads a unit's people evenly over as few pages as possible: two and two, not three and one. */
export function pagesOf<Person>(people: readonly Person[]): Person[][] {
  const pages = Math.ceil(people.length / perPage);
  const start = (page: number) => Math.ceil((page * people.length) / pages);
  return Array.from({ length: pages }, (_, page) => people.slice(start(page), start(page + 1)));
}
