/** The trail's filter in the URL. */
export interface TrailSearch {
  who?: string | undefined;
  action?: string | undefined;
  about?: string | undefined;
  day?: string | undefined;
  /**
   * Shows one entry instead of the list. It has no route of its own, because that would add to
   * everybody's first load.
   */
  entry?: number | undefined;
}

/** For `validateSearch`. `filterOf` checks the values; it is not part of every first load. */
export const trailSearch = (search: TrailSearch): TrailSearch => search;
