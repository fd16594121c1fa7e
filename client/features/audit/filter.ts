import type { TrailSearch } from "./search.ts";

/** What the address says, as the server takes it: what is not narrowed, or makes no sense, is left out. */
export const filterOf = ({ who, action, about, day }: TrailSearch) => ({
  ...(who && { who: String(who) }),
  ...(action && { action: String(action) }),
  ...(about && { about: String(about) }),
  ...(/^\d{4}-\d\d-\d\d$/.test(day ?? "") && day && { day }),
});
