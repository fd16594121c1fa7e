/** The groups of chips that show only some rows, each a key in the URL: `?status=Unpaid&due=late`. */
export const chipGroups = ["status", "due", "age", "joined", "since", "kind"] as const;
export type ChipGroup = (typeof chipGroups)[number];

/** The pressed chip of each group. */
export type ChipState = Partial<Record<ChipGroup, string | undefined>>;

/** In the URL, no chip of a group is pressed although the list begins with one. */
export const allOfGroup = "all";

/** A table's state in the URL: the sort column (with `-` in front: descending), filter and page. */
export interface TableSearch extends ChipState {
  /** The ids of the unit and the person whose rows alone are shown. */
  unit?: string | undefined;
  person?: string | undefined;
  sort?: string | undefined;
  filter?: string | undefined;
  page?: number | undefined;
  /** The year that is shown of a list that is too long for one look. */
  year?: number | undefined;
}

/** For `validateSearch` of a screen with a table. */
export function tableSearch({
  sort,
  filter,
  page,
  year,
  unit,
  person,
  ...others
}: Record<string, unknown>): TableSearch {
  const number = Number(page);
  const search: TableSearch = {
    sort: typeof sort === "string" ? sort : undefined,
    // The router parses a filter of digits as a number.
    filter: filter === undefined ? undefined : String(filter),
    page: Number.isInteger(number) && number > 1 ? number : undefined,
    year: /^(?:19|2\d)\d\d$/.test(String(year)) ? Number(year) : undefined,
    unit: typeof unit === "string" ? unit : undefined,
    person: typeof person === "string" ? person : undefined,
  };
  for (const group of chipGroups)
    if (typeof others[group] === "string") search[group] = others[group];
  return search;
}

/** For `validateSearch` of a screen that can show another person's data. */
export const whose = ({
  profileId,
}: Record<string, unknown>): { profileId?: string | undefined } => ({
  profileId: profileId === undefined ? undefined : String(profileId),
});

/** For queries: whose rows alone are wanted. */
export interface About {
  unitId?: string;
  personId?: string;
}

/** For the loader and the query of a list that can show the rows of one unit or one person. */
export const aboutOf = ({ unit, person }: TableSearch): About => ({
  ...(unit && { unitId: unit }),
  ...(person && { personId: person }),
});

/** Both: for `validateSearch` of a table of one person's rows. */
export const personTableSearch = (search: Record<string, unknown>) => ({
  ...tableSearch(search),
  ...whose(search),
});

/** The input of a query for a whole list: its table sorts, filters and pages it. */
export const whole = { limit: "all" } as const;

/** The same for one person's list. */
export const wholeOf = ({ profileId }: { profileId?: string | undefined }) => ({
  profileId,
  ...whole,
});
