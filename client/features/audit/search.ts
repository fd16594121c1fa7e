/** What the address says the trail is narrowed to. */
export interface TrailSearch {
  who?: string | undefined;
  action?: string | undefined;
  about?: string | undefined;
  day?: string | undefined;
}

const text = (value: unknown) => (value === undefined || value === "" ? undefined : String(value));

/** For `validateSearch`. */
export const trailSearch = ({ who, action, about, day }: Record<string, unknown>): TrailSearch => ({
  who: text(who),
  action: text(action),
  about: text(about),
  day: /^\d{4}-\d\d-\d\d$/.test(String(day)) ? String(day) : undefined,
});

/** The filter as the server takes it: what is not narrowed is left out. */
export const filterOf = (search: TrailSearch) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as Record<
    keyof TrailSearch,
    string
  >;
