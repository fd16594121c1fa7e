import { sayLongDay } from "../../ui/days.ts";

export interface TrailSearch {
  who?: string | undefined;
  action?: string | undefined;
  about?: string | undefined;
  day?: string | undefined;
  /** One entry instead of the list; a route of its own would add to everybody's first load. */
  entry?: number | undefined;
}

/** The filter in words: "Only by Anna Botha, about Unit 3, of 1 March 2026". */
export function filterWords(
  search: TrailSearch,
  {
    actions,
    whoName,
    about,
  }: {
    actions: Readonly<Record<string, string>>;
    whoName: string | undefined;
    about: string | null | undefined;
  },
): string {
  const { who, action, day, about: aboutId } = filterOf(search);
  const words = [
    action && `“${actions[action] ?? action}”`,
    who && `by ${whoName ?? "one person"}`,
    aboutId && `about ${about ?? "one thing"}`,
    day && `of ${sayLongDay(day)}`,
  ].filter(Boolean);
  return words.length > 0 ? `Only ${words.join(", ")}` : "";
}

/** The filter in the URL as input for the server: empty and invalid parts are left out. */
export const filterOf = ({
  who,
  action,
  about,
  day,
}: TrailSearch): Pick<TrailSearch, "who" | "action" | "about" | "day"> => ({
  ...(who && { who: String(who) }),
  ...(action && { action: String(action) }),
  ...(about && { about: String(about) }),
  ...(/^\d{4}-\d\d-\d\d$/.test(day ?? "") && day && { day }),
});
