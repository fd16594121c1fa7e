/** What the address says about a table: sorted by which column (`-` in front: downwards), filter, page. */
export interface TableSearch {
  sort?: string | undefined;
  filter?: string | undefined;
  page?: number | undefined;
}

/** For `validateSearch` of a screen with a table. */
export function tableSearch({ sort, filter, page }: Record<string, unknown>): TableSearch {
  const number = Number(page);
  return {
    sort: typeof sort === "string" ? sort : undefined,
    // The router reads a filter of digits as a number.
    filter: filter === undefined ? undefined : String(filter),
    page: Number.isInteger(number) && number > 1 ? number : undefined,
  };
}

/** For `validateSearch` of a screen that may be told whose affairs it shows. */
export const whose = ({
  profileId,
}: Record<string, unknown>): { profileId?: string | undefined } => ({
  profileId: profileId === undefined ? undefined : String(profileId),
});

/** What a procedure's input says of it: `{ profileId }` or nothing, never `undefined` as a value. */
export const named = ({ profileId }: { profileId?: string | undefined }): { profileId?: string } =>
  profileId === undefined ? {} : { profileId };
