/** What the address says the trail is narrowed to. */
export interface TrailSearch {
  who?: string | undefined;
  action?: string | undefined;
  about?: string | undefined;
  day?: string | undefined;
  /** One entry instead of the list: an address of its own would weigh on everybody's first load. */
  entry?: number | undefined;
}

/** For `validateSearch`; what it says is looked at by `filterOf`, which is not in every first load. */
export const trailSearch = (search: TrailSearch): TrailSearch => search;
