/** The groups of chips that show only some rows, each a key in the URL: `?status=Unpaid&due=late`. */
export const chipGroups = ["status", "due", "age", "joined", "since", "kind", "priority"] as const;
export type ChipGroup = (typeof chipGroups)[number];

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

export function tableSearch(from: Record<string, unknown>): TableSearch {
  const text = (key: string) => (typeof from[key] === "string" ? from[key] : undefined);
  const page = Number(from.page);
  const search: TableSearch = {
    sort: text("sort"),
    // The router parses a filter of digits as a number.
    filter: from.filter === undefined ? undefined : String(from.filter),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    year: /^(?:19|2\d)\d\d$/.test(String(from.year)) ? Number(from.year) : undefined,
    unit: text("unit"),
    person: text("person"),
  };
  for (const group of chipGroups) if (text(group) !== undefined) search[group] = text(group);
  return search;
}

export const whose = ({
  profileId,
}: Record<string, unknown>): { profileId?: string | undefined } => ({
  profileId: profileId === undefined ? undefined : String(profileId),
});

export interface About {
  unitId?: string;
  personId?: string;
}

export const aboutOf = ({ unit, person }: TableSearch): About => ({
  ...(unit && { unitId: unit }),
  ...(person && { personId: person }),
});

export const personTableSearch = (search: Record<string, unknown>) => ({
  ...tableSearch(search),
  ...whose(search),
});

/** The input of a query for a whole list: its table sorts, filters and pages it. */
export const whole = { limit: "all" } as const;

export const wholeOf = ({ profileId }: { profileId?: string | undefined }) => ({
  profileId,
  ...whole,
});
