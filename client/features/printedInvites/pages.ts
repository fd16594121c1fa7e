/** So many people have room on a page with everything else it says. */
const perPage = 3;

/**
 * Deals the people of a unit onto as few pages as hold them, none much emptier than another: four
 * people are two and two, not three and one.
 */
export function pagesOf<Person>(people: readonly Person[]): Person[][] {
  const pages = Math.ceil(people.length / perPage);
  const start = (page: number) => Math.ceil((page * people.length) / pages);
  return Array.from({ length: pages }, (_, page) => people.slice(start(page), start(page + 1)));
}
