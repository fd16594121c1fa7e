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

/** The filter in the URL as input for the server: empty and invalid parts are left out. */
export const filterOf = ({ who, action, about, day }: TrailSearch) => ({
  ...(who && { who: String(who) }),
  ...(action && { action: String(action) }),
  ...(about && { about: String(about) }),
  ...(/^\d{4}-\d\d-\d\d$/.test(day ?? "") && day && { day }),
});
