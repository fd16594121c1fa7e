import type { TrailSearch } from "./search.ts";

/** The filter in the URL as input for the server: empty and invalid parts are left out. */
export const filterOf = ({ who, action, about, day }: TrailSearch) => ({
  ...(who && { who: String(who) }),
  ...(action && { action: String(action) }),
  ...(about && { about: String(about) }),
  ...(/^\d{4}-\d\d-\d\d$/.test(day ?? "") && day && { day }),
});
