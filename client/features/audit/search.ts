/** What the address says the trail is narrowed to. */
export interface TrailSearch {
  who?: string | undefined;
  action?: string | undefined;
  about?: string | undefined;
  day?: string | undefined;
}

/** For `validateSearch`; what it says is looked at by `filterOf`, which is not in every first load. */
export const trailSearch = (search: TrailSearch): TrailSearch => search;
